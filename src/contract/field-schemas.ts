import { z } from "zod";

export const trimmedText = (max: number) => z.string().trim().max(max, `Maximaal ${max} tekens.`);

/** In a filter: one of the stored values. Not trimmed: in Airtable a name may end with a space. */
export const storedText = z.string().max(200, "Maximaal 200 tekens.");

/** A missing, blank or wrongly typed value gets the same error message. */
export const requiredText = (max: number, missingError: string) =>
  z.string(missingError).trim().min(1, missingError).max(max, `Maximaal ${max} tekens.`);

// Control, bidirectional and zero-width characters; the joiners of scripts and emoji stay.
const HIDDEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const WEB_ADDRESS = /:\/\/|\bwww\./i;

/** A name of a person or company that a user types: it appears in the platform's emails and beside names of others. */
export const typedName = (text: z.ZodString) =>
  text
    .refine((name) => !HIDDEN.test(name), "Een naam staat op één regel, zonder onzichtbare tekens.")
    .refine((name) => !WEB_ADDRESS.test(name), "Een naam bevat geen webadres.");

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
