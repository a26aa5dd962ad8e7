import type { RequestedTexts } from "#contract/writer.ts";
import { formatLeadCount } from "#lib/labels/person.ts";

type Skipped = RequestedTexts["skipped"];

const SKIP_TEXTS: Record<Skipped[number]["reason"], [one: string, several: string]> = {
  deleted: ["is intussen verwijderd", "zijn intussen verwijderd"],
  unwelcome: ["mag niet benaderd worden", "mogen niet benaderd worden"],
  has_message: ["heeft al zo'n bericht", "hebben al zo'n bericht"],
  requested: ["is al aangevraagd", "zijn al aangevraagd"],
};

/** Why the writer writes nothing for one lead. */
export const describeSkippedLead = ([first]: Skipped): string =>
  first ? `Overgeslagen: ${SKIP_TEXTS[first.reason][0]}.` : "";

/**
 * Adds up what several requests skipped, and names each reason with its number. Each sentence begins with a space, so that the
 * result can be appended to a text.
 */
export const describeSkipped = (skipped: Skipped): string =>
  [...Map.groupBy(skipped, ({ reason }) => reason)]
    .map(([reason, counts]) => ({ reason, count: counts.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((one, other) => other.count - one.count)
    .map(({ reason, count }) => ` ${formatLeadCount(count)} overgeslagen: ${SKIP_TEXTS[reason][count === 1 ? 0 : 1]}.`)
    .join("");
