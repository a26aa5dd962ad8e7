import { Badge } from "./badge.tsx";

/** Whether a company or a person may come in. */
export const StatusBadge = ({ active }: { active: boolean }) => (
  <Badge tone={active ? "success" : "neutral"}>{active ? "Actief" : "Inactief"}</Badge>
);
