// Shows how far a long question is, at the top of the page.

const PATIENCE = 500; // Short questions need no bar.

const bar = document.createElement("progress");
bar.className = "working";
bar.setAttribute("aria-label", "The question that is being answered");
bar.hidden = true;
document.body.append(bar);
let since = 0;

export const progress = {
  show(done, total) {
    since ||= performance.now();
    bar.hidden = performance.now() - since < PATIENCE;
    if (total > 0) Object.assign(bar, { max: total, value: Math.min(done, total) });
    else bar.removeAttribute("value");
  },
  hide() {
    since = 0;
    bar.hidden = true;
  },
};
