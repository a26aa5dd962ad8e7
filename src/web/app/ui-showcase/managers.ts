export const MANAGERS = [
  { value: "all", label: "Alle accountmanagers" },
  { value: "frank", label: "Frank de Vries" },
  { value: "noor", label: "Noor van der Meulen" },
] as const;
export type Manager = (typeof MANAGERS)[number]["value"];
