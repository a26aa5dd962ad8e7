import { classificationLabel, readClassification } from "#contract/classification.ts";
import { classificationTone } from "#lib/labels/classification.ts";
import { Badge } from "#ui/content/badge.tsx";

/** The class of a lead in its colour, such as "HOT | 80"; a text that is no class as it is. */
export const ClassBadge = ({ value }: { value: string }) => {
  const known = readClassification(value);
  return (
    <Badge tone={classificationTone(value)}>
      {known === undefined || known === "DELETED" ? value : classificationLabel(known)}
    </Badge>
  );
};
