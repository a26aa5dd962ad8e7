/** A text in a narrow column: the whole of it is a pointer away. */
export const CellText = ({ text }: { text: string | null }) => <span title={text ?? undefined}>{text || "–"}</span>;
