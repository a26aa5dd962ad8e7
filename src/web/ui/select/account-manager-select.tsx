import { Select } from "./select.tsx";

const ALL = "all";

type AccountManagerSelectProps = {
  names: readonly string[];
  /** Undefined: all account managers. */
  value: string | undefined;
  onValueChange: (name: string | undefined) => void;
};

export function AccountManagerSelect({ names, value, onValueChange }: AccountManagerSelectProps) {
  // The one in the URL is an option too, even when no item is theirs any more.
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
