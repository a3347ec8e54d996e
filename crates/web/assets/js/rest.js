// Tracks pending work: requests, pauses, pictures still to be drawn. The root of the page shows it in `data-rest`,
// which is empty meanwhile and gets a new value each time all is done.

const root = document.documentElement;
let count = 0;
let rests = 0;
let timer;

/** Something begins; the function that is returned says that it has ended. */
export function begin() {
  let isOpen = true;
  count += 1;
  clearTimeout(timer);
  root.dataset.rest = "";
  return () => {
    if (!isOpen) return;
    isOpen = false;
    count -= 1;
    // What follows from its end begins before this.
    if (!count) timer = setTimeout(rest);
  };
}

function rest() {
  root.dataset.rest = `${performance.timeOrigin}/${++rests}`;
}

/** Something that is under way until its promise is settled. */
export async function during(action) {
  const end = begin();
  try {
    return await action();
  } finally {
    end();
  }
}
