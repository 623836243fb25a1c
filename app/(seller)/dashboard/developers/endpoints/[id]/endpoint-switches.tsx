import { ActionForm } from "@/components/dashboard/action-form";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Section } from "@/components/ui/page-header";
import type { EndpointView } from "@/lib/services/webhooks/endpoint";
import { deleteEndpointAction, disableEndpointAction, enableEndpointAction } from "../actions";

/** Out of use for a while, or for good. */
export function EndpointSwitches({
  endpoint,
  hidden,
}: {
  endpoint: EndpointView;
  hidden: { id: string; mode: string };
}) {
  return (
    <Section title={endpoint.disabledAt ? "Enable or delete it" : "Disable or delete it"}>
      <p className="max-w-[68ch] py-4 text-ink-2">
        {endpoint.disabledAt
          ? "Once enabled it receives again, and you are offered what it missed."
          : "While it is disabled, events for it are kept as skipped and can be sent later."}
      </p>
      <div className="flex flex-wrap items-start gap-4">
        <ActionForm
          to={{ action: endpoint.disabledAt ? enableEndpointAction : disableEndpointAction, fields: hidden }}
        >
          <Button>{endpoint.disabledAt ? "Enable" : "Disable"}</Button>
        </ActionForm>
        <Disclosure summary="Delete">
          <ActionForm to={{ action: deleteEndpointAction, fields: hidden }} className="grid max-w-72 gap-2">
            <p className="text-label">Events that wait for it are not sent. The event log stays.</p>
            <Button look="danger">Delete this endpoint</Button>
          </ActionForm>
        </Disclosure>
      </div>
    </Section>
  );
}
