import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { DAY_MS } from "../clock.ts";
import { type Gateway, iso, PREFIX, page, queryOf, requireActingAccount } from "./api-requests.ts";
import { GatewayError } from "./failures.ts";
import { isClassicId, limitsOf, type Network, WITHDRAWN_BLOCK } from "./network.ts";
import type { Account, Invitation, Person } from "./network-state.ts";

const USAGE_STEPS = [95, 90, 75, 50];

const inviteRequest = z.object({
  account_id: z.string(),
  provider_id: z.string(),
  message: z.string().optional(),
  user_email: z.string().optional(),
});

function checkInvitation(network: Network, account: Account, providerId: string, note: string | undefined): void {
  if (!isClassicId(providerId)) throw new GatewayError("invalid_recipient");
  const limits = limitsOf(account);
  if ((note?.length ?? 0) > limits.noteLength) throw new GatewayError("too_many_characters");
  if (network.isRelation(account.id, providerId)) throw new GatewayError("already_connected");
  const earlier = network
    .state()
    .invitations.filter((one) => one.accountId === account.id && one.providerId === providerId);
  const isBlocked = earlier.some(
    ({ status, changedAt }) =>
      status === "PENDING" ||
      status === "IGNORED" ||
      (status === "WITHDRAWN" && changedAt > network.now() - WITHDRAWN_BLOCK),
  );
  if (isBlocked) throw new GatewayError("already_invited_recently");
  const isOverLimit =
    network.invitationsSince(account.id, DAY_MS).length >= limits.invitesPerDay ||
    network.invitationsSince(account.id, 7 * DAY_MS).length >= limits.invitesPerWeek;
  if (isOverLimit) throw new GatewayError("cannot_resend_yet");
  const notes = network.invitationsSince(account.id, 30 * DAY_MS).filter(({ text }) => text !== null);
  if (note && notes.length >= limits.notesPerMonth) throw new GatewayError("limit_exceeded");
}

/** LinkedIn does not tell the sender that an invitation was ignored: it stays in the list of pending ones. */
const isUnanswered = ({ status }: Invitation): boolean => status === "PENDING" || status === "IGNORED";

const showSentInvitation = (network: Network, { id, providerId, at, text }: Invitation) => {
  const person = network.person(providerId);
  return {
    object: "UserInvitation",
    id,
    invited_user_id: providerId,
    invited_user_public_id: person?.publicIdentifier ?? "",
    invited_user: person?.name ?? "",
    date: "Sent recently",
    parsed_datetime: iso(at),
    invitation_text: text,
  };
};

/** How much of the limits is used, in steps, as a percentage; undefined below 50 %. */
const usageOf = (network: Network, account: Account): number | undefined => {
  const limits = limitsOf(account);
  const week = (100 * network.invitationsSince(account.id, 7 * DAY_MS).length) / limits.invitesPerWeek;
  const day = (100 * network.invitationsSince(account.id, DAY_MS).length) / limits.invitesPerDay;
  return USAGE_STEPS.find((step) => Math.max(week, day) >= step);
};

const splitName = (name: string) => {
  const [first_name = "", ...rest] = name.split(" ");
  return { first_name, last_name: rest.join(" ") };
};

const showRelation = (network: Network, { providerId, at }: { providerId: string; at: number }) => {
  const person = network.person(providerId);
  return {
    object: "UserRelation",
    member_id: providerId,
    public_identifier: person?.publicIdentifier ?? "",
    ...splitName(person?.name ?? ""),
    headline: person?.headline ?? "",
    created_at: at,
  };
};

const showProfile = (network: Network, account: Account, person: Person) => {
  const isRelation = network.isRelation(account.id, person.providerId);
  const pending = network.pendingInvitation(account.id, person.providerId);
  return {
    object: "UserProfile",
    provider: "LINKEDIN",
    provider_id: person.providerId,
    public_identifier: person.publicIdentifier,
    ...splitName(person.name),
    headline: person.headline,
    network_distance: isRelation ? "FIRST_DEGREE" : "SECOND_DEGREE",
    is_relationship: isRelation,
    ...(pending ? { invitation: { type: "SENT", status: "PENDING" } } : {}),
    // The real service sends these along; the product must not keep them.
    contact_info: { emails: ["prive@voorbeeld.example"] },
    birthdate: { day: 1, month: 1 },
  };
};

function addInvitationRoutes(app: FastifyInstance, { network, failures, onSent }: Gateway): void {
  app.post(`${PREFIX}/users/invite`, (request) => {
    const body = inviteRequest.parse(request.body);
    const account = requireActingAccount(network, request, body.account_id);
    const note = body.message || undefined;
    return failures.withInjectedFailure("invite", () => {
      checkInvitation(network, account, body.provider_id, note);
      const { id } = network.invite(account, body.provider_id, note ?? null);
      onSent(account, body.provider_id, "invitation");
      const usage = usageOf(network, account);
      return { object: "UserInvitationSent", invitation_id: id, ...(usage === undefined ? {} : { usage }) };
    });
  });
  app.get(`${PREFIX}/users/invite/sent`, (request) => {
    const account = requireActingAccount(network, request, queryOf(request)["account_id"]);
    failures.failIfRequested("pending");
    const unanswered = network
      .state()
      .invitations.filter((one) => one.accountId === account.id && isUnanswered(one))
      .toReversed();
    return page(
      "UserInvitationsList",
      unanswered.map((one) => showSentInvitation(network, one)),
      queryOf(request),
      { max: 100, defaultLimit: 10 },
    );
  });
  app.delete<{ Params: { id: string } }>(`${PREFIX}/users/invite/sent/:id`, (request) => {
    const account = requireActingAccount(network, request, queryOf(request)["account_id"]);
    const invitation = network
      .state()
      .invitations.find((one) => one.id === request.params.id && one.accountId === account.id);
    failures.failIfRequested("withdraw");
    if (!invitation || !isUnanswered(invitation)) throw new GatewayError("resource_not_found");
    Object.assign(invitation, { status: "WITHDRAWN", changedAt: network.now() });
    return { object: "InvitationCanceled" };
  });
}

export function addPeopleRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { network, failures } = gateway;
  addInvitationRoutes(app, gateway);
  app.get(`${PREFIX}/users/relations`, (request) => {
    const account = requireActingAccount(network, request, queryOf(request)["account_id"]);
    failures.failIfRequested("relations");
    const relations = network
      .state()
      .relations.filter(({ accountId }) => accountId === account.id)
      .toReversed()
      .map((relation) => showRelation(network, relation));
    return page("UserRelationsList", relations, queryOf(request), { max: 1_000, defaultLimit: 100 });
  });
  app.get<{ Params: { id: string } }>(`${PREFIX}/users/:id`, (request) => {
    const account = requireActingAccount(network, request, queryOf(request)["account_id"]);
    failures.failIfRequested("profile");
    const person = network.person(request.params.id);
    if (!person) throw new GatewayError("invalid_resource_identifier");
    account.profileViews += 1;
    return showProfile(network, account, person);
  });
}
