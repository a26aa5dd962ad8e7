import { z } from "zod";

/** A trimmed single-line text of limited length. */
export const line = (max: number) => z.string().trim().max(max, `Maximaal ${max} tekens.`);

/** A required text; a missing, blank or wrongly typed value gets the same message. */
export const requiredLine = (max: number, missing: string) =>
  z.string(missing).trim().min(1, missing).max(max, `Maximaal ${max} tekens.`);

/** Lower-cased, because the id is part of the encryption context of secrets. */
export const recordId = z.uuid().toLowerCase();

/** A malformed id is read as an id that does not exist, so that the response is "not found" instead of "invalid". */
export const anyId = z.uuid().toLowerCase().catch("00000000-0000-0000-0000-000000000000");

export const emailAddress = line(254).pipe(z.email("Vul een geldig e-mailadres in."));

/** A URL that is shown as a link: only http and https, so that `javascript:` is refused. */
export const webAddress = line(2000).pipe(
  z.url({ protocol: /^https?$/, error: "Vul een adres in dat begint met http:// of https://." }),
);

// Aborts, so that a text that is not blank gets the error of its own schema instead of that of the union.
const blank = z.string().refine((text) => text.trim() === "", { abort: true });

/** A blank text becomes null: forms send an empty text for an empty field. */
export const optional = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z.union([blank.transform(() => null), schema]).nullable();
