// Texts that stay in this browser, by name. In a private window nothing may be kept.

/** What is kept under a name, or null. */
export function recall(name, where = "localStorage") {
  try {
    return window[where].getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text, if that is possible. */
export function keep(name, text, where = "localStorage") {
  try {
    window[where].setItem(name, text);
  } catch {
    // It is forgotten when the page is closed.
  }
}
