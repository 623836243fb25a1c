import { proofSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import { copyLabels } from "@/app/(seller)/dashboard/words";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { readUssdSettings, type UssdView } from "@/lib/services/desk/ussd/settings";
import { activeUssd } from "@/lib/services/money/ussd/settings";
import { DeskForm, reasonField } from "../act-page";
import { checkUssdAction, saveUssdAction } from "../actions";
import { titledForOperator } from "../desk";
import { operatorPage } from "../operator-page";

export const generateMetadata = titledForOperator("opsUssd");

/** How payers reach the menu: the provider's short code, and the secret address that it calls. */
export default operatorPage("ussd", async ({ world, operator, person, words }) => {
  const view = await readUssdSettings(world, operator);
  // What sellers' pages and posters say, too.
  const answers = await activeUssd(world);
  return (
    <>
      <PageHeader
        title={words.text("opsUssd")}
        purpose={
          <>
            <span className="block">
              <StatusMark
                tone={answers ? "plain" : "ended"}
                wraps
                word={
                  answers
                    ? words.text(view.isOn ? "ussdAnswersAt" : "ussdSandboxAt", { dial: answers.dial })
                    : words.text("rail_off")
                }
              />
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
          <DeskForm
            action={saveUssdAction}
            fields={fieldsOf(view, words, person)}
            words={words}
            submit={words.text("ussdSave")}
          />
        </div>
      </Section>
    </>
  );
});

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
    reasonField(words, "operators"),
  ];
}
