import { Select } from "./select.tsx";

const ALL = "all";

type AccountManagerSelectProps = {
  /** The account managers there are. */
  names: readonly string[];
  /** Without one, all of them. */
  value: string | undefined;
  onValueChange: (name: string | undefined) => void;
};

/** One account manager, or all. */
export function AccountManagerSelect({ names, value, onValueChange }: AccountManagerSelectProps) {
  // One that an address still names is shown, also when nothing is left of theirs.
  const known = [...new Set(value ? [...names, value] : names)].filter((name) => name.trim() !== "");
  const options = [
    { value: ALL, label: "Alle account managers" },
    ...known.map((name) => ({ value: name, label: name })),
  ];
  return (
    <Select
      options={options}
      value={value ?? ALL}
      onValueChange={(chosen) => onValueChange(chosen === ALL ? undefined : chosen)}
    />
  );
}
