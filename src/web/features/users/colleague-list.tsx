import { Pencil, Users } from "lucide-react";
import type { Colleague } from "#contract/users.ts";
import { useCurrentUser } from "#lib/current-user.ts";
import { Loaded } from "#lib/loaded.tsx";
import { avatarLetter, displayName, emailLine } from "#lib/person.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/card.tsx";
import { Empty } from "#ui/empty.tsx";
import { useFetchLater } from "#ui/fetch-later.ts";
import { GuardedButton } from "#ui/guarded-button.tsx";
import { later } from "#ui/later.ts";
import { LinesSkeleton } from "#ui/lines-skeleton.tsx";
import { Opening } from "#ui/opening.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { useDialogSubject } from "#ui/use-dialog-subject.ts";
import { RoleBadge } from "./role-badge.tsx";
import { COMPANY_ROLE_LABELS } from "./role-labels.ts";
import { useColleagues } from "./users.api.ts";

const colleagueDialog = later(() => import("./colleague-dialog.tsx"));

type ColleagueListProps = {
  companyId: string;
  /** Why the reader may not change anybody. */
  refusal: string | undefined;
};

export function ColleagueList({ companyId, refusal }: ColleagueListProps) {
  const colleagues = useColleagues(companyId);
  const dialog = useDialogSubject<Colleague>();
  const here = colleagueDialog.usePart(dialog.open, dialog.close);
  useFetchLater(colleagueDialog.fetch);
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>Gebruikersbeheer</CardTitle>
        {refusal && <CardDescription className="text-xs">{refusal}</CardDescription>}
      </CardHeader>
      <CardContent>
        <Loaded query={colleagues} problem="De gebruikers konden niet worden geladen" skeleton={<LinesSkeleton />}>
          {(people) => <People people={people} refusal={refusal} onEdit={dialog.show} />}
        </Loaded>
      </CardContent>
      {here && dialog.subject && (
        <here.ColleagueDialog open={dialog.open} colleague={dialog.subject} onClose={dialog.close} />
      )}
      {!here && dialog.open && <Opening />}
    </Card>
  );
}

type PeopleProps = Pick<ColleagueListProps, "refusal"> & {
  people: readonly Colleague[];
  onEdit: (colleague: Colleague) => void;
};

const People = ({ people, refusal, onEdit }: PeopleProps) => {
  if (people.length === 0) return <Empty icon={Users} title="Geen gebruikers gevonden" className="py-8" />;
  return (
    <ul className="divide-y">
      {people.map((colleague) => (
        <PersonRow key={colleague.id} colleague={colleague} refusal={refusal} onEdit={() => onEdit(colleague)} />
      ))}
    </ul>
  );
};

type PersonRowProps = { colleague: Colleague; refusal: string | undefined; onEdit: () => void };

function PersonRow({ colleague, refusal, onEdit }: PersonRowProps) {
  const { role } = useCurrentUser();
  const outranked = colleague.role === "super_admin" && role !== "super_admin";
  const name = displayName(colleague);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Avatar name={name} src={colleague.profileImageUrl} initials={avatarLetter(colleague)} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-muted-foreground text-xs">{emailLine(colleague)}</p>
      </div>
      <div className="flex w-full items-center gap-2 sm:w-auto">
        <RoleBadge role={colleague.role} labels={COMPANY_ROLE_LABELS} />
        <StatusBadge active={colleague.isActive} />
        <GuardedButton
          variant="ghost"
          size="icon"
          aria-label={`${name} bewerken`}
          hint="Bewerken"
          refusal={refusal ?? (outranked ? OUTRANKED : undefined)}
          onClick={onEdit}
          className="max-sm:ml-auto"
        >
          <Pencil />
        </GuardedButton>
      </div>
    </li>
  );
}

const OUTRANKED = "Een platformbeheerder kan alleen door een platformbeheerder worden gewijzigd.";
