import type { WorkflowId } from "#contract/workflows.ts";
import type { Platform } from "#platform/platform.ts";
import { openDeliverySecret } from "./delivery-secret.ts";
import { findWorkflowSettings } from "./delivery-settings.queries.ts";

export interface WorkflowAccess {
  url: string;
  /** "none" when none is set. What is set and cannot be opened is no reason to call unsigned. */
  secret: { plain: string } | "none" | "sealed";
}

/** Where a workflow of a company is started, or nothing when that is not set up. */
export const findWorkflowAccess = async (
  needs: Pick<Platform, "database" | "secrets" | "log">,
  companyId: string,
  id: WorkflowId,
): Promise<WorkflowAccess | undefined> => {
  const found = await findWorkflowSettings({ db: needs.database.platform }, companyId);
  const url = found?.urls[id];
  if (!url) return undefined;
  if (!found.secretSealed) return { url, secret: "none" };
  const plain = openDeliverySecret(needs, companyId, found.secretSealed);
  return { url, secret: plain ? { plain } : "sealed" };
};
