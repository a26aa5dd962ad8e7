import type { ReactNode } from "react";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/page/card.tsx";

type SectionProps = { title: string; description?: string; wide?: boolean; children: ReactNode };

export const Section = ({ title, description, wide, children }: SectionProps) => (
  <Card className={wide ? "min-w-0 lg:col-span-2" : "min-w-0"}>
    <CardHeader>
      <CardTitle>{title}</CardTitle>
      {description && <CardDescription>{description}</CardDescription>}
    </CardHeader>
    <CardContent className="flex flex-col gap-4">{children}</CardContent>
  </Card>
);

export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
);
