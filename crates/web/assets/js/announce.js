// Announcements for screen readers. A text that is announced twice is read twice.

import { begin } from "./rest.js";

function say(id, text) {
  const place = document.getElementById(id);
  const end = begin();
  place.textContent = "";
  setTimeout(() => {
    place.textContent = text;
    end();
  }, 30);
}

/** Said when there is a pause. */
export const announce = (text) => say("polite", text);

/** Said at once. */
export const alarm = (text) => say("urgent", text);
