/** The short form is a part of `npm test`; the long one takes minutes and has commands of its own. */
const isLong = process.env["TRIALS"] === "long";

export const shortOrLong = <T>(short: T, long: T): T => (isLong ? long : short);
