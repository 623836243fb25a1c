import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import { copyLabels, problemTitles } from "@/app/(seller)/dashboard/words";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readUssdSettings, type UssdView } from "@/lib/services/desk/ussd/save";
import { OperatorPage } from "../operator-page";
import { reasonField } from "../rails/words";
import { operatorWithWords, titledForOperator } from "../words";
import { checkUssdAction, saveUssdAction } from "./actions";

export const generateMetadata = titledForOperator("opsUssd");

/** How payers reach the menu: the provider's short code, and the secret address that it calls. */
export default async function UssdPage() {
  const { person, words } = await operatorWithWords();
  const view = await readUssdSettings(systemWorld(), await operatorCaller());
  return (
    <OperatorPage person={person} section="ussd">
      <PageHeader
        title={words.text("opsUssd")}
        purpose={
          <>
            <span className="block">
              <StatusMark tone={view.isOn ? "plain" : "ended"}>
                {words.text(view.isOn ? "rail_on" : "rail_off")}
              </StatusMark>
            </span>
            <span className="mt-1 block">{words.text("ussdPurpose")}</span>
          </>
        }
        actions={
          view.isOn ? (
            <ActionForm to={{ action: checkUssdAction, fields: {} }}>
              <Button look="primary">{words.text("checkConnection")}</Button>
            </ActionForm>
          ) : null
        }
      />
      {view.callbackUrl ? (
        <Section title={words.text("ussdToPaste")}>
          <div className="grid max-w-[44rem] gap-3 pt-4">
            <p className="text-ink-2">{words.text("ussdSecretMeans")}</p>
            <CopyField
              label={words.text("ussdCallback")}
              value={view.callbackUrl}
              labels={copyLabels(words)}
            />
            <p className="text-ink-2">{words.text("ussdEndedMeans")}</p>
            <CopyField
              label={words.text("ussdEnded")}
              value={`${view.callbackUrl}/ended`}
              labels={copyLabels(words)}
            />
          </div>
        </Section>
      ) : null}
      <Section title={words.text("howSetUp")}>
        <div className="pt-4">
          <FieldForm
            action={saveUssdAction}
            fields={fieldsOf(view, words, person)}
            titles={problemTitles(words)}
            submit={words.text("ussdSave")}
          />
        </div>
      </Section>
    </OperatorPage>
  );
}

function fieldsOf(view: UssdView, words: DashboardWords, person: { hasTwoStep: boolean }): FieldSpec[] {
  return [
    {
      ...{ kind: "select", name: "state", label: words.text("endpointState") },
      options: [
        { value: "off", label: words.text("rail_off") },
        { value: "on", label: words.text("rail_on") },
      ],
      value: view.isOn ? "on" : "off",
    },
    {
      ...{ kind: "text", name: "dial", label: words.text("ussdDial"), help: words.text("ussdDialHelp") },
      value: view.dial,
    },
    {
      ...{ kind: "text", name: "addresses", label: words.text("ussdAddresses") },
      ...{ help: words.text("ussdAddressesHelp"), value: view.addresses.join(", ") },
    },
    {
      ...{ kind: "select", name: "secret", label: words.text("ussdSecret") },
      options: [
        { value: "keep", label: words.text("ussdSecretKeep") },
        { value: "new", label: words.text("ussdSecretNew") },
      ],
      value: "keep",
    },
    ...proofSpecs(words, person),
    reasonField(words),
  ];
}
