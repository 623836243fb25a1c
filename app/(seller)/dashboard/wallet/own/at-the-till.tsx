import { FieldForm } from "@/app/_forms/field-form";
import { knownKey } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { Notice, Section } from "@/components/ui/blocks";
import type { AccountView } from "@/lib/services/desk/own-accounts/read";
import { ownAccountPath } from "../../paths";
import { Allowed } from "../../seller-page";
import type { AtStore } from "../../words";
import { setTillAction, takeTillFileAction } from "./actions";

/** Where payers pay to an account unasked, what it refuses, and the list of its provider for what was never told. */
export function AtTheTill({
  who,
  account: { key, rail },
  till: { kind, number, refuses, isHeard },
}: {
  who: AtStore;
  account: Pick<AccountView, "key" | "rail">;
  till: NonNullable<AccountView["till"]>;
}) {
  const { seller, words } = who;
  return (
    <Section title={words.text("tillSection")}>
      <p className="pt-4 font-medium tabular-nums">{words.text(`tillIs_${kind}`, { number })}</p>
      <p className="max-w-[68ch] text-label text-ink-2">{words.text(`tillHow_${kind}`)}</p>
      {isHeard ? (
        <p className="pt-2">
          <TextLink href={`${ownAccountPath(key)}/card`}>{words.text("cardOf")}</TextLink>
        </p>
      ) : (
        <div className="pt-3">
          <Notice tone="warn" title={words.text("tillUnheard")}>
            {words.text("tillUnheardHow")}
          </Notice>
        </div>
      )}
      {kind === "paybill" ? (
        <Allowed seller={seller} act="rail_account.change">
          <div className="pt-4">
            <FieldForm
              action={setTillAction}
              hidden={{ id: key }}
              submit={words.text("save")}
              look="secondary"
              fields={[
                {
                  ...{ kind: "boxes", name: "till", label: words.text("tillAsked") },
                  value: refuses ? ["refuses"] : [],
                  options: [{ value: "refuses", label: words.text("tillRefuses") }],
                },
              ]}
            />
          </div>
        </Allowed>
      ) : null}
      <Allowed seller={seller} act="payment.record">
        <div className="pt-4">
          <FieldForm
            action={takeTillFileAction}
            hidden={{ id: key }}
            submit={words.text("tillFileTake")}
            look="secondary"
            fields={[
              {
                ...{ kind: "file", name: "file", accept: ".csv,text/csv" },
                label: words.text("tillFile"),
                help: words.loose(knownKey(`tillFileHelp_${rail}`) ?? "tillFileHelp", {}),
              },
            ]}
          />
        </div>
      </Allowed>
    </Section>
  );
}
