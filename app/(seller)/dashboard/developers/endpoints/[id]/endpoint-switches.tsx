import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Disclosure, Section } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import type { EndpointView } from "@/lib/services/hooks/webhooks/endpoint";
import { deleteEndpointAction, disableEndpointAction, enableEndpointAction } from "../actions";

/** Disables the endpoint, or deletes it. */
export function EndpointSwitches({
  endpoint,
  hidden,
  words,
}: {
  endpoint: EndpointView;
  hidden: { id: string; mode: string };
  words: DashboardWords;
}) {
  return (
    <Section title={words.text(endpoint.disabledAt ? "enableOrDelete" : "disableOrDelete")}>
      <p className="max-w-[68ch] py-4 text-ink-2">
        {words.text(endpoint.disabledAt ? "enableMeans" : "disableMeans")}
      </p>
      <div className="flex flex-wrap items-start gap-4">
        <ActionForm
          to={{ action: endpoint.disabledAt ? enableEndpointAction : disableEndpointAction, fields: hidden }}
        >
          <Button>{words.text(endpoint.disabledAt ? "enable" : "disable")}</Button>
        </ActionForm>
        <Disclosure summary={words.text("endpointDelete")}>
          <ActionForm to={{ action: deleteEndpointAction, fields: hidden }} className="grid max-w-72 gap-2">
            <p className="text-label">{words.text("deleteEndpointMeans")}</p>
            <Button look="danger">{words.text("deleteEndpoint")}</Button>
          </ActionForm>
        </Disclosure>
      </div>
    </Section>
  );
}
