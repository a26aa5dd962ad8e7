import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { CHECKLIST_STEPS, type ChecklistStep, overviewRoutes } from "#contract/overview.ts";
import { companyAdministration, type Role } from "#contract/roles.ts";
import { call } from "#lib/api/api.ts";
import { showError } from "#lib/api/show-error.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { cn } from "#ui/cn.ts";
import { useConfirm } from "#ui/dialog/confirm.tsx";

type Step = {
  title: string;
  text: string;
  links: readonly { to: string; hash?: string; label: string }[];
  /** Only a company admin can do it. */
  isForAdmin?: boolean;
};

const STEPS: Record<ChecklistStep, Step> = {
  logo: {
    title: "Logo toevoegen",
    text: "Het logo van je bedrijf staat dan boven het menu.",
    links: [{ to: "/company-admin", label: "Naar Bedrijf Beheer" }],
    isForAdmin: true,
  },
  colleagues: {
    title: "Collega's uitnodigen",
    text: "Ze krijgen een e-mail en kiezen zelf een wachtwoord.",
    links: [{ to: "/company-admin", hash: "gebruikers", label: "Collega uitnodigen" }],
    isForAdmin: true,
  },
  leads: {
    title: "Leads binnenhalen",
    text: "Koppel Airtable, of begin met een CSV-bestand of één lead.",
    links: [
      { to: "/add-leads", label: "Leads toevoegen" },
      { to: "/company-admin", label: "Airtable koppelen" },
    ],
  },
  prompt: {
    title: "Eerste prompt maken",
    text: "Hierin staat wat je aanbiedt en in welke toon er wordt geschreven.",
    links: [{ to: "/prompts", label: "Prompt maken" }],
  },
  sender: {
    title: "Afzender koppelen",
    text: "Namens wie er wordt verstuurd. De naam in je eerste prompt is de eerste afzender.",
    links: [{ to: "/company-admin", hash: "afzenders", label: "Afzender koppelen" }],
    isForAdmin: true,
  },
  approval: {
    title: "Eerste bericht goedkeuren",
    text: "Kies leads en laat een concept schrijven; hieronder keur je het goed.",
    links: [{ to: "/all-leads", label: "Leads kiezen" }],
  },
};

const ADMIN_ROLES: readonly Role[] = companyAdministration.roles;

/** The first steps of a new company. Nothing once all of them are done. */
export function Checklist() {
  const { data } = useQuery({
    queryKey: ["overview", "checklist"],
    queryFn: ({ signal }) => call(overviewRoutes.checklist, { signal }),
  });
  const isAdmin = ADMIN_ROLES.includes(useCurrentUser().role);
  if (!data || data.done.length === CHECKLIST_STEPS.length) return null;
  const next = CHECKLIST_STEPS.find((step) => !data.done.includes(step));
  return (
    <section aria-labelledby="eerste-stappen" className="border-b px-4 py-4 sm:px-6 print:hidden">
      <div className="flex items-center gap-3">
        <h2 id="eerste-stappen" className="font-semibold text-[0.9375rem]">
          Aan de slag
        </h2>
        <p className="text-[0.8125rem] text-muted-foreground tabular-nums">
          {data.done.length} van {CHECKLIST_STEPS.length} stappen klaar
        </p>
        {isAdmin && <HideButton />}
      </div>
      <ol className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-3">
        {CHECKLIST_STEPS.map((name, index) => (
          <StepItem
            key={name}
            number={index + 1}
            step={STEPS[name]}
            isDone={data.done.includes(name)}
            isNext={name === next}
          >
            {STEPS[name].isForAdmin && !isAdmin ? (
              <p className="text-muted-foreground text-xs">Dit doet een beheerder van je bedrijf.</p>
            ) : (
              <StepLinks links={STEPS[name].links} />
            )}
          </StepItem>
        ))}
      </ol>
    </section>
  );
}

type StepItemProps = { number: number; step: Step; isDone: boolean; isNext: boolean; children: ReactNode };

const StepItem = ({ number, step: { title, text }, isDone, isNext, children }: StepItemProps) => (
  <li className={cn("flex gap-3 rounded-md px-2 py-2", isNext && "bg-info-soft")} aria-current={isNext || undefined}>
    <span
      aria-hidden
      className={cn(
        "mt-px grid size-5 shrink-0 place-items-center rounded-full font-medium text-xs tabular-nums",
        isDone ? "bg-success-soft text-success" : "border bg-card text-muted-foreground",
      )}
    >
      {isDone ? <Check className="size-3.5" /> : number}
    </span>
    <div className="min-w-0 text-[0.8125rem] leading-5">
      <p className={cn("font-medium", isDone && "text-muted-foreground")}>
        {title}
        {isDone && <span className="sr-only"> (klaar)</span>}
      </p>
      {!isDone && (
        <>
          <p className={isNext ? "text-foreground" : "text-muted-foreground"}>{text}</p>
          {children}
        </>
      )}
    </div>
  </li>
);

const StepLinks = ({ links }: Pick<Step, "links">) => (
  <p className="mt-0.5 flex flex-wrap gap-x-4">
    {links.map(({ to, hash, label }) => (
      <Link
        key={label}
        to={to}
        {...(hash ? { hash } : {})}
        className="inline-flex min-h-6 items-center rounded-xs font-medium text-link underline-offset-4 hover:underline"
      >
        {label}
      </Link>
    ))}
  </p>
);

function HideButton() {
  const client = useQueryClient();
  const confirm = useConfirm();
  const hide = useMutation({
    mutationFn: () => call(overviewRoutes.hideChecklist),
    onError: (error) => showError(error, "De lijst kon niet worden verborgen."),
    onSettled: () => client.invalidateQueries({ queryKey: ["overview"] }),
  });
  const askHide = async () => {
    const isSure = await confirm({
      title: "Eerste stappen verbergen?",
      text: "De lijst verdwijnt voor iedereen in je bedrijf en komt niet terug.",
      confirmLabel: "Verbergen",
    });
    if (isSure) hide.mutate();
  };
  return (
    <TooltipButton
      variant="ghost"
      size="icon"
      aria-label="Eerste stappen verbergen"
      hint="Verbergen"
      busy={hide.isPending}
      onClick={() => void askHide()}
      className="ml-auto"
    >
      <X />
    </TooltipButton>
  );
}
