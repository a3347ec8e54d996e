// Carries requests to the server. The static edition of the page has another file in this place.

/** Asks what the server has at `api/PATH`. */
export const request = (path, options) => fetch(`api/${path}`, { credentials: "same-origin", ...options });
