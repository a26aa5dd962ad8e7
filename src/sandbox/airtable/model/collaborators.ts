/** A user of the workspace, as in cells and comments. */
export type Collaborator = { id: string; email: string; name: string };

export const API_USER: Collaborator = { id: "usrSandboxApi0001", email: "api@sandbox.example", name: "API" };
export const COLLEAGUE: Collaborator = { id: "usrSandboxUser001", email: "collega@sandbox.example", name: "Collega" };

const COLLABORATORS: readonly Collaborator[] = [
  API_USER,
  COLLEAGUE,
  { id: "usrSandboxUser002", email: "sanne@sandbox.example", name: "Sanne de Wit" },
  { id: "usrSandboxUser003", email: "joris@sandbox.example", name: "Joris Bakker" },
];

/** By id, e-mail address or name. */
export const findCollaborator = (wanted: unknown): Collaborator | undefined =>
  COLLABORATORS.find(({ id, email, name }) => [id, email, name].includes(String(wanted)));
