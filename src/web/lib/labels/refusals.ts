export const formatMessageCount = (count: number): string =>
  `${count.toLocaleString("nl-NL")} ${count === 1 ? "bericht" : "berichten"}`;

/** What a bulk action did not do, with the number for each reason, as sentences to append to the result. */
export const refusedText = (refused: readonly { reason: string }[]): string =>
  [...Map.groupBy(refused, ({ reason }) => reason)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([reason, { length }]) => ` ${formatMessageCount(length)} niet: ${reason}`)
    .join("");
