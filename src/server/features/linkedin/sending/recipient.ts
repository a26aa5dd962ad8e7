import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { countProfileView } from "../accounts/accounts.queries.ts";
import { storeConversationIds } from "../conversations/conversations.queries.ts";
import { GatewayError, type LinkedInGateway } from "../gateway/gateway.ts";

/** Each look-up is a view of the person's profile, and LinkedIn watches how many an account makes. */
const MAX_PROFILE_VIEWS_PER_DAY = 30;
/** Longer than an ordinary working day, so that sending resumes on the next working day. */
export const PROFILE_LIMIT_HOURS = 12;
export const PROFILE_LIMIT_REACHED = `Dit account heeft vandaag ${MAX_PROFILE_VIEWS_PER_DAY} profielen bekeken. Morgen gaat het verder.`;

export const MAX_LOOKUPS = 3;
export const LOOKUP_LOST = "LinkedIn gaf geen antwoord.";
export const PROFILE_UNREADABLE =
  "LinkedIn gaf drie keer geen antwoord op de vraag wie dit is. Controleer het LinkedIn-adres van de lead en probeer het later opnieuw.";

/** "https://www.linkedin.com/in/jan-jansen-1234/?trk=x" → "jan-jansen-1234" */
const profileSlugOf = (linkedInUrl: string | null): string | undefined => {
  const path = linkedInUrl ? URL.parse(linkedInUrl)?.pathname : undefined;
  const slug = path?.split("/").filter(Boolean).at(-1);
  try {
    return slug && decodeURIComponent(slug);
  } catch {
    // Not a valid encoding, so not the address of a profile.
    return undefined;
  }
};

/** The id of a person on the ordinary ("classic") LinkedIn. The gateway refuses those of Sales Navigator and Recruiter. */
const isClassicId = (id: string | null): id is string => id !== null && /^A[CD]oAA/.test(id);

interface Recipient {
  leadId: string | null;
  providerId: string | null;
  linkedInUrl: string | null;
  accountId: string;
  gatewayAccountId: string;
}

/** The id that an invitation or a message is sent to; undefined when the person cannot be found. A looked-up id is stored. */
export const findRecipientId = async (
  { clock }: Pick<Platform, "clock">,
  scope: Scope,
  gateway: LinkedInGateway,
  { leadId, providerId, linkedInUrl, accountId, gatewayAccountId }: Recipient,
): Promise<string | undefined> => {
  if (isClassicId(providerId)) return providerId;
  const slug = profileSlugOf(linkedInUrl);
  if (!slug) return undefined;
  if (!(await countProfileView(scope, accountId, MAX_PROFILE_VIEWS_PER_DAY, clock.now())))
    throw new GatewayError("profile_limit", "own limit of profile views");
  const profile = await gateway.findProfile(gatewayAccountId, slug);
  if (profile && leadId) await storeConversationIds(scope, accountId, leadId, { providerId: profile.providerId });
  return profile?.providerId;
};
