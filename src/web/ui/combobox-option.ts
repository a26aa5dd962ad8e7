export type ComboboxOption = { value: string; label: string };
