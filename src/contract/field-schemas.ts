import { z } from "zod";

export const trimmedText = (max: number) => z.string().trim().max(max, `Maximaal ${max} tekens.`);

/** A missing, blank or wrongly typed value gets the same error message. */
export const requiredText = (max: number, missingError: string) =>
  z.string(missingError).trim().min(1, missingError).max(max, `Maximaal ${max} tekens.`);

/** The UUID of a row. In lower case, because the id is part of the encryption context of secrets. */
export const rowId = z.uuid().toLowerCase();

/** A malformed id becomes the nil UUID, which no row has: the response is "not found" instead of "invalid". */
export const idOrNil = z.uuid().toLowerCase().catch("00000000-0000-0000-0000-000000000000");

/** PostgreSQL has no year zero. */
export const NOT_YEAR_ZERO = /^(?!0000)/;
export const day = z.iso.date("Kies een datum.").regex(NOT_YEAR_ZERO, "Kies een datum.");

export const emailAddress = trimmedText(254).pipe(z.email("Vul een geldig e-mailadres in."));

/** Rejects other protocols: the screen shows it as a link, and a click on a `javascript:` link would run a script. */
export const httpUrl = trimmedText(2000).pipe(
  z.url({ protocol: /^https?$/, error: "Vul een adres in dat begint met http:// of https://." }),
);

// `abort` makes the union report the error of the other schema for a text that is not blank.
const blank = z.string().refine((text) => text.trim() === "", { abort: true });

/** Accepts null, and turns blank text into null: a form sends "" for an empty field. Undefined is not accepted. */
export const blankToNull = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z.union([blank.transform(() => null), schema]).nullable();
