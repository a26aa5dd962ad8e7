import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ColleagueChange, NewColleague, NewUser, UserChange } from "#contract/forms.ts";
import { twoStepRoutes } from "#contract/two-step.ts";
import { type CompanyUser, usersRoutes } from "#contract/users.ts";
import { adminQuery, useAdminMutation, useAdminRefresh } from "#lib/api/admin-queries.ts";
import { call, callAllPages, errorMessage } from "#lib/api/api.ts";
import { showError } from "#lib/api/show-error.ts";

import { showToast } from "#ui/feedback/toast.tsx";

export const useAdminUsers = () =>
  useQuery({ ...adminQuery("users"), queryFn: ({ signal }) => callAllPages(usersRoutes.list, { query: {}, signal }) });

export const useCreateUser = () =>
  useAdminMutation((body: NewUser) => call(usersRoutes.create, { body }), {
    done: "User created successfully",
    failed: "Failed to create user",
  });

export const useUpdateUser = () =>
  useAdminMutation(
    ({ id, change }: { id: string; change: UserChange }) => call(usersRoutes.update, { params: { id }, body: change }),
    { done: "User updated successfully", failed: "Failed to update user" },
  );

export const useDeleteUser = () =>
  useAdminMutation((id: string) => call(usersRoutes.remove, { params: { id } }), {
    done: "User deleted successfully",
    failed: "Failed to delete user",
  });

export const useResetTwoStep = () =>
  useAdminMutation((id: string) => call(twoStepRoutes.reset, { params: { id } }), {
    done: "Two-step sign-in has been reset",
    failed: "Failed to reset two-step sign-in",
  });

export const useEndUserSessions = () =>
  useAdminMutation((id: string) => call(usersRoutes.endSessions, { params: { id } }), {
    done: "All sessions of the user have ended",
    failed: "Failed to end the sessions",
  });

export const useEndColleagueSessions = () =>
  useMutation({
    mutationFn: (id: string) => call(usersRoutes.endColleagueSessions, { params: { id } }),
    onSuccess: ({ message }) => showToast({ title: "Uitgelogd", description: message }),
    onError: (error) =>
      showToast({
        title: "Niet uitgelogd",
        description: errorMessage(error, "Er ging iets mis bij het uitloggen van de gebruiker."),
        tone: "destructive",
      }),
  });

export function useInviteUser() {
  const refresh = useAdminRefresh();
  return useMutation({
    mutationFn: (id: string) => call(usersRoutes.invite, { params: { id } }),
    onSuccess: ({ message }) => showToast({ title: "Uitnodiging verstuurd", description: message }),
    onError: (error) =>
      showToast({
        title: "Uitnodiging niet verstuurd",
        description: errorMessage(error, "Er ging iets mis bij het versturen van de uitnodiging."),
        tone: "destructive",
      }),
    onSettled: refresh,
  });
}

const INVITATION_NOT_SENT = "Er ging iets mis bij het versturen van de uitnodiging.";

/** Shows the outcome of a change of an invitation, and reads the colleagues again. */
function useInvitationMutation<Input, Output>(
  change: (input: Input) => Promise<Output>,
  texts: { title: string; description: (output: Output) => string; failed: string; failure: string },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (output) => showToast({ title: texts.title, description: texts.description(output) }),
    onError: (error) =>
      showToast({ title: texts.failed, description: errorMessage(error, texts.failure), tone: "destructive" }),
    onSettled: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
}

const describeInvited = ({ email }: CompanyUser) => `${email} krijgt een e-mail met een link, die een week geldig is.`;

export const useInviteColleague = () =>
  useInvitationMutation((body: NewColleague) => call(usersRoutes.inviteColleague, { body }), {
    title: "Uitnodiging verstuurd",
    description: describeInvited,
    failed: "Uitnodiging niet verstuurd",
    failure: INVITATION_NOT_SENT,
  });

export const useResendInvitation = () =>
  useInvitationMutation((id: string) => call(usersRoutes.resendInvitation, { params: { id } }), {
    title: "Uitnodiging opnieuw verstuurd",
    description: describeInvited,
    failed: "Uitnodiging niet verstuurd",
    failure: INVITATION_NOT_SENT,
  });

export const useWithdrawInvitation = () =>
  useInvitationMutation(({ id }: CompanyUser) => call(usersRoutes.withdrawInvitation, { params: { id } }), {
    title: "Uitnodiging ingetrokken",
    description: () => "De link in de e-mail werkt niet meer.",
    failed: "Uitnodiging niet ingetrokken",
    failure: "Er ging iets mis bij het intrekken van de uitnodiging.",
  });

export function useUpdateColleague() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: ColleagueChange }) =>
      call(usersRoutes.updateColleague, { params: { id }, body: change }),
    onSuccess: () => {
      showToast({
        title: "Gebruiker bijgewerkt",
        description: "De gebruikersgegevens zijn succesvol bijgewerkt.",
      });
      void client.invalidateQueries({ queryKey: ["users"] });
    },
    onError: (error) => showError(error, "Er ging iets mis bij het bijwerken van de gebruiker."),
  });
}
