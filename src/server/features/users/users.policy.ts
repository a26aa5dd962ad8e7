import type { Role } from "#contract/roles.ts";
import { AppError } from "#platform/app-error.ts";

export interface UserRights {
  role: Role;
  isActive: boolean;
  companyId: string | null;
}

/** The rights that a user has now. */
interface CurrentRights extends UserRights {
  /** An invited user has no rights before accepting. */
  awaitsAcceptance?: boolean;
}

interface Subject extends CurrentRights {
  id: string;
}

interface RightsChange {
  actor: { id: string; role: Role };
  before: Subject;
  /** Null: the user is deleted. */
  after: UserRights | null;
  /** The number of other active admins who can sign in, with the same role (for a company admin: in the same company). */
  otherAdmins: number;
}

export const TEXTS = {
  platformAdmin: "Een platformbeheerder kan alleen door een platformbeheerder worden gewijzigd.",
  makePlatformAdmin: "Alleen een platformbeheerder kan iemand platformbeheerder maken.",
  deleteSelf: "Je kunt je eigen account niet verwijderen.",
  deactivateSelf: "Je kunt je eigen account niet deactiveren.",
  changeOwnRole: "Je kunt je eigen rol niet wijzigen.",
  lastCompanyAdmin: "Dit is de laatste actieve beheerder van het bedrijf. Maak eerst iemand anders beheerder.",
  lastPlatformAdmin: "Dit is de laatste actieve platformbeheerder. Maak eerst iemand anders platformbeheerder.",
} as const;

const conflict = (text: string): AppError => new AppError("conflict", text);

const isAdmin = ({ role, isActive, awaitsAcceptance = false }: CurrentRights): boolean =>
  isActive && !awaitsAcceptance && (role === "company_admin" || role === "super_admin");

/** Whether an active admin loses their rights. For a company admin, moving to another company counts too. */
export const losesAdmin = (before: CurrentRights, after: UserRights | null): boolean => {
  if (!isAdmin(before)) return false;
  if (!after?.isActive || after.role !== before.role) return true;
  return before.role === "company_admin" && after.companyId !== before.companyId;
};

const platformAdminReason = ({ actor, before, after }: RightsChange): AppError | undefined => {
  if (actor.role === "super_admin") return undefined;
  if (before.role === "super_admin") return new AppError("forbidden", TEXTS.platformAdmin);
  return after?.role === "super_admin" ? new AppError("forbidden", TEXTS.makePlatformAdmin) : undefined;
};

const ownAccountReason = ({ actor, before, after }: RightsChange): AppError | undefined => {
  if (actor.id !== before.id) return undefined;
  if (!after) return conflict(TEXTS.deleteSelf);
  if (before.isActive && !after.isActive) return conflict(TEXTS.deactivateSelf);
  return after.role === before.role ? undefined : conflict(TEXTS.changeOwnRole);
};

const lastAdminReason = ({ before, after, otherAdmins }: RightsChange): AppError | undefined => {
  if (otherAdmins > 0 || !losesAdmin(before, after)) return undefined;
  return conflict(before.role === "super_admin" ? TEXTS.lastPlatformAdmin : TEXTS.lastCompanyAdmin);
};

/** Why a user may not be changed like this; undefined when they may. */
export const reasonToRefuseChange = (change: RightsChange): AppError | undefined =>
  platformAdminReason(change) ?? ownAccountReason(change) ?? lastAdminReason(change);

interface Invitee {
  email: string | null;
  isActive: boolean;
  companyIsActive: boolean | null;
}

/** In any 24 hours. Mails go to addresses that a company admin types, so their number is limited. */
export const INVITATIONS_PER_DAY = 50;

export const INVITATION_TEXTS = {
  tooMany: `Je bedrijf heeft in de afgelopen 24 uur al ${INVITATIONS_PER_DAY} uitnodigingen verstuurd. Probeer het later opnieuw.`,
  notOpen: "Deze collega heeft al ingelogd. Er is geen uitnodiging meer.",
  platformAdmin: "Deze collega is platformbeheerder. Alleen een platformbeheerder kan de uitnodiging wijzigen.",
} as const;

/** Why a user cannot be invited; undefined when they can. */
export const reasonToRefuseInvitation = ({ email, isActive, companyIsActive }: Invitee): string | undefined => {
  if (!email) return "Voor een uitnodiging is een e-mailadres nodig.";
  if (!isActive) return "Deze gebruiker is niet actief en kan niet worden uitgenodigd.";
  if (companyIsActive === false) return "Het bedrijf van deze gebruiker is niet actief.";
  return undefined;
};
