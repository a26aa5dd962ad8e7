/** How many invitations a new account sends on its first working day, and how many more on each one after it. */
export const INVITATION_RAMP = { firstDay: 5, step: 3 } as const;
