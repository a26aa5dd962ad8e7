/** Lets the form behind the upload window see that an uploaded logo is being made the company's. */
export const logoLinkKey = ["company-logo", "link"] as const;
