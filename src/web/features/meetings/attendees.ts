const ADDRESS = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu;

/** To everybody who was there; nothing where no address is among what was written down. */
export const mailLink = (attendees: string | null): string | undefined => {
  const addresses = [...new Set(attendees?.match(ADDRESS) ?? [])];
  if (addresses.length === 0) return undefined;
  // What could begin a header of the mail is part of an address here, and written so.
  return `mailto:${addresses.map((address) => encodeURIComponent(address).replaceAll("%40", "@")).join(",")}`;
};
