/** A text that takes two lines where its column is too narrow, and one on a card; an e-mail address breaks after its "@". */
export const WrappedText = ({ text }: { text: string | null }) => {
  const [start, ...rest] = (text || "–").split(/(?<=@)/);
  return (
    <span
      title={text ?? undefined}
      className="wrap-break-word line-clamp-2 whitespace-normal leading-5 @max-2xl:line-clamp-1"
    >
      {start}
      {/* Not an inline-block: that would put a space into the accessible name. */}
      {rest.length > 0 && <wbr />}
      {rest.join("")}
    </span>
  );
};
