import { Pencil, Send, UserPlus, Users, X } from "lucide-react";
import { Suspense } from "react";
import type { CompanyUser } from "#contract/users.ts";
import { useColleagues } from "#lib/api/colleagues.ts";
import { formatLongDate } from "#lib/dates/dates.ts";
import { avatarLetter, displayName, emailLine } from "#lib/labels/person.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { useCurrentUser } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { Avatar } from "#ui/content/avatar.tsx";
import { Badge, StatusBadge } from "#ui/content/badge.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { ListRow } from "#ui/table/list-row.tsx";
import { EndSessionsButton } from "./end-sessions-button.tsx";
import { COMPANY_ROLE_LABELS, RoleBadge } from "./role-labels.tsx";

import { useEndColleagueSessions, useResendInvitation, useWithdrawInvitation } from "./users.api.ts";

const ColleagueDialog = lazyComponent(() => import("./colleague-dialog.tsx"), "ColleagueDialog");
const InviteColleagueDialog = lazyComponent(() => import("./invite-colleague-dialog.tsx"), "InviteColleagueDialog");

type ColleagueListProps = {
  companyId: string;
  /** Why the user may not edit colleagues; undefined if they may. */
  disabledReason: string | undefined;
};

export function ColleagueList({ companyId, disabledReason }: ColleagueListProps) {
  const colleagues = useColleagues(companyId);
  const dialog = useDialogSubject<CompanyUser>();
  const invitation = useDialogSubject<null>();
  usePreload(ColleagueDialog.preload);
  return (
    <Card className="min-w-0">
      <CardHeader className="flex-row items-start justify-between gap-4">
        <div>
          <CardTitle>Gebruikersbeheer</CardTitle>
          {disabledReason && <CardDescription className="text-xs">{disabledReason}</CardDescription>}
        </div>
        {!disabledReason && (
          <Button variant="outline" size="sm" onClick={() => invitation.show(null)}>
            <UserPlus />
            Collega uitnodigen
          </Button>
        )}
      </CardHeader>
      <CardContent>
        <QueryStates
          query={colleagues}
          errorTitle="De gebruikers konden niet worden geladen"
          skeleton={<LinesSkeleton />}
        >
          {(people) => <ColleagueRows people={people} disabledReason={disabledReason} onEdit={dialog.show} />}
        </QueryStates>
      </CardContent>
      <Suspense fallback={<ShortcutBlocker />}>
        {dialog.subject && <ColleagueDialog open={dialog.open} colleague={dialog.subject} onClose={dialog.close} />}
        {invitation.hasOpened && <InviteColleagueDialog open={invitation.open} onClose={invitation.close} />}
      </Suspense>
    </Card>
  );
}

type ColleagueRowsProps = Pick<ColleagueListProps, "disabledReason"> & {
  people: readonly CompanyUser[];
  onEdit: (colleague: CompanyUser) => void;
};

const ColleagueRows = ({ people, disabledReason, onEdit }: ColleagueRowsProps) => {
  if (people.length === 0) return <Empty icon={Users} title="Geen gebruikers gevonden" className="py-8" />;
  return (
    <ul aria-label="Gebruikers" className="divide-y">
      {people.map((colleague) => (
        <ColleagueRow
          key={colleague.id}
          colleague={colleague}
          disabledReason={disabledReason}
          onEdit={() => onEdit(colleague)}
        />
      ))}
    </ul>
  );
};

type ColleagueRowProps = { colleague: CompanyUser; disabledReason: string | undefined; onEdit: () => void };

function ColleagueRow({ colleague, disabledReason, onEdit }: ColleagueRowProps) {
  const { id, role } = useCurrentUser();
  const isProtected = colleague.role === "super_admin" && role !== "super_admin";
  const name = displayName(colleague);
  const endSessions = useEndColleagueSessions();
  const reason = disabledReason ?? (isProtected ? PLATFORM_ADMIN_ONLY : undefined);
  return (
    <ListRow className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Avatar name={name} src={colleague.profileImageUrl} initials={avatarLetter(colleague)} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-muted-foreground text-xs">
          {emailLine(colleague)}
          {colleague.invitedAt && ` · uitgenodigd op ${formatLongDate(colleague.invitedAt)}`}
        </p>
      </div>
      <div className="flex w-full items-center gap-2 sm:w-auto">
        <RoleBadge role={colleague.role} labels={COMPANY_ROLE_LABELS} />
        {colleague.invitedAt ? <Badge tone="info">Uitgenodigd</Badge> : <StatusBadge active={colleague.isActive} />}
        <TooltipButton
          variant="ghost"
          size="icon"
          aria-label={`${name} bewerken`}
          hint="Bewerken"
          disabledReason={reason}
          onClick={onEdit}
          className="max-sm:ml-auto"
        >
          <Pencil />
        </TooltipButton>
        {colleague.invitedAt ? (
          <InvitationButtons colleague={colleague} name={name} disabledReason={reason} />
        ) : (
          <EndSessionsButton
            name={name}
            isOwnAccount={colleague.id === id}
            disabledReason={reason}
            busy={endSessions.isPending}
            onConfirmed={() => endSessions.mutate(colleague.id)}
          />
        )}
      </div>
    </ListRow>
  );
}

type InvitationButtonsProps = { colleague: CompanyUser; name: string; disabledReason: string | undefined };

function InvitationButtons({ colleague, name, disabledReason }: InvitationButtonsProps) {
  const confirm = useConfirm();
  const resend = useResendInvitation();
  const withdraw = useWithdrawInvitation();
  const askWithdraw = async () => {
    const isSure = await confirm({
      title: `Uitnodiging van ${name} intrekken?`,
      text: "De link in de e-mail werkt dan niet meer. Je kunt deze collega later opnieuw uitnodigen.",
      confirmLabel: "Intrekken",
      tone: "destructive",
    });
    if (isSure) withdraw.mutate(colleague);
  };
  return (
    <>
      <TooltipButton
        variant="ghost"
        size="icon"
        aria-label={`Uitnodiging van ${name} opnieuw versturen`}
        hint="Opnieuw versturen"
        disabledReason={disabledReason}
        busy={resend.isPending}
        onClick={() => resend.mutate(colleague.id)}
      >
        <Send />
      </TooltipButton>
      <TooltipButton
        variant="ghost"
        size="icon"
        data-key="delete"
        aria-label={`Uitnodiging van ${name} intrekken`}
        hint="Uitnodiging intrekken"
        disabledReason={disabledReason}
        busy={withdraw.isPending}
        onClick={() => void askWithdraw()}
      >
        <X />
      </TooltipButton>
    </>
  );
}

const PLATFORM_ADMIN_ONLY = "Een platformbeheerder kan alleen door een platformbeheerder worden gewijzigd.";
