/** "https://www.linkedin.com/in/jan-jansen-1234/?trk=x" → "jan-jansen-1234" */
export const slugOf = (linkedInUrl: string | null): string | undefined => {
  const path = linkedInUrl ? URL.parse(linkedInUrl)?.pathname : undefined;
  const slug = path?.split("/").filter(Boolean).at(-1);
  return slug && decodeURIComponent(slug);
};

/** Ids of Sales Navigator and Recruiter are other ids of the same person, which the gateway refuses. */
export const isClassicId = (id: string | null): id is string => id !== null && /^A[CD]oAA/.test(id);
