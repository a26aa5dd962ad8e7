import { lazyComponent } from "#ui/lazy-component.tsx";
import { FollowUpPage as FollowUp } from "#web/features/messages/follow-up.page.tsx";
import { IceBreakersPage as IceBreakers } from "#web/features/messages/ice-breakers.page.tsx";

// Beside the message, in a wide window only.
const LeadPane = lazyComponent(() => import("#web/features/leads/detail/lead-pane.tsx"), "LeadPane");

const renderLead = (leadId: string) => <LeadPane key={leadId} id={leadId} />;

export const IceBreakersPage = () => <IceBreakers renderLead={renderLead} />;

export const FollowUpPage = () => <FollowUp renderLead={renderLead} />;
