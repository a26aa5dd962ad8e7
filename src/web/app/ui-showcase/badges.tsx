import { Pencil } from "lucide-react";
import { Avatar } from "#ui/content/avatar.tsx";
import { Badge, type BadgeTone } from "#ui/content/badge.tsx";
import { Kbd } from "#ui/content/kbd.tsx";
import { StarRating, StarRatingButton } from "#ui/content/star-rating.tsx";
import { Row, Section } from "./section.tsx";

const TONES: readonly [BadgeTone, string][] = [
  ["neutral", "COLD | 10"],
  ["info", "CONNECTED | 30"],
  ["success", "INTERESTED | 50"],
  ["warning", "NOT RELEVANT | 0"],
  ["danger", "HOT | 80"],
  ["violet", "CLIENT | 100"],
];

export const Badges = () => (
  <Section title="Badges" description="Kleur alleen waar zij iets betekent.">
    <Row>
      {TONES.map(([tone, label]) => (
        <Badge key={tone} tone={tone}>
          {label}
        </Badge>
      ))}
    </Row>
    <Row>
      {TONES.map(([tone, label]) => (
        <Badge key={tone} tone={tone} outline>
          {label}
        </Badge>
      ))}
    </Row>
    <Row>
      <Badge tone="danger" asChild>
        <button type="button">HOT | 80</button>
      </Badge>
      <Badge outline asChild>
        <button type="button">
          Sales
          <Pencil aria-hidden />
        </button>
      </Badge>
      <Kbd>Ctrl</Kbd>
      <Kbd>K</Kbd>
    </Row>
    <Row>
      <Avatar name="Noor van der Meulen" size="sm" />
      <Avatar name="Frank" />
      <Avatar name="Élise" size="lg" />
      <Avatar name="Jan Jansen" initials="JJ" size="xl" />
    </Row>
    <div className="flex flex-col gap-2">
      <StarRating value={7} />
      <StarRating value={null} />
      <StarRatingButton value={8.5} action="open onderzoeksrapport" className="w-fit" />
    </div>
  </Section>
);
