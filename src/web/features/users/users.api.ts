import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ColleagueChange, NewUser, UserChange } from "#contract/forms.ts";
import { twoStepRoutes } from "#contract/two-step.ts";
import { usersRoutes } from "#contract/users.ts";
import { adminQuery, useAdminMutation, useAdminRefresh } from "#lib/api/admin-queries.ts";

import { call, callAllPages, errorMessage } from "#lib/api/api.ts";

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
    onError: (error) =>
      showToast({
        title: "Fout",
        description: errorMessage(error, "Er ging iets mis bij het bijwerken van de gebruiker."),
        tone: "destructive",
      }),
  });
}
