const HTTP = /^https?:\/\//i;

/** Goes to a page of another service. Its address comes from that service: a script must never run, also without our policy. */
export const leaveTo = (url: string): void => {
  // The check of #ui/content/external-link.tsx would load the components of the workspace on the sign-in page.
  if (!HTTP.test(url)) throw new Error("not an http(s) address");
  window.location.assign(url);
};
