const progressStyle =
  "h-1.5 w-20 appearance-none overflow-hidden rounded-full bg-secondary [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-secondary [&::-webkit-progress-value]:bg-primary";

/** How far the user is since the screen was opened. */
export const ReviewProgress = ({ decided, open }: { decided: number; open: number }) => {
  const total = decided + open;
  if (total === 0) return null;
  return (
    <p
      title="Beoordeeld sinds je dit scherm opende"
      className="flex items-center gap-2 text-muted-foreground text-sm tabular-nums max-sm:hidden"
    >
      <progress aria-label="Beoordeeld" value={decided} max={total} className={progressStyle} />
      <span>
        {`${decided.toLocaleString("nl-NL")} van ${total.toLocaleString("nl-NL")}`}
        <span className="max-lg:hidden"> beoordeeld</span>
      </span>
    </p>
  );
};
