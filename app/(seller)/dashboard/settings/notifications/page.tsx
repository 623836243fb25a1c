import { FieldForm } from "@/app/_forms/field-form";
import { stamp } from "@/app/_lists/list-view";
import { facts, Press } from "@/components/dashboard/pieces";
import { PushSwitch } from "@/components/dashboard/push-switch";
import { Facts, Notice, Section } from "@/components/ui/blocks";
import { formatMoney } from "@/lib/domain/money";
import { may } from "@/lib/domain/roles";
import { readVapidKeys } from "@/lib/services/notify/alerts/deliver-push";
import { listPushDevices } from "@/lib/services/notify/alerts/devices";
import { readOpenPhoneCode } from "@/lib/services/notify/alerts/phone";
import { type AlertSettingsView, readAlertSettings } from "@/lib/services/notify/alerts/settings";
import { SellerPage, sellerPage } from "../../seller-page";
import { type AtStore, roleKeys, titled } from "../../words";
import {
  addDeviceAction,
  askPhoneCodeAction,
  changeSmsMaxAction,
  confirmPhoneAction,
  letMemberAction,
  removeDeviceAction,
  removePhoneAction,
  saveAlertsAction,
  sendTestAction,
} from "./actions";
import { alertFields } from "./fields";

export const generateMetadata = titled("notifications");

interface Part {
  view: AlertSettingsView;
  who: AtStore;
}

/** What this person is told about the stores of the account, and how. */
export default sellerPage("settings", async (who) => {
  const { world, caller, words, timeZone } = who;
  const view = await readAlertSettings(world, caller);
  const part = { view, who };
  return (
    <SellerPage
      {...who}
      here={words.text("notifications")}
      title={words.text("notifications")}
      purpose={words.text("notificationsPurpose")}
    >
      {view.mayRead ? (
        <>
          <FieldForm
            action={saveAlertsAction}
            submit={words.text("save")}
            fields={alertFields(view, timeZone, words)}
            more={words.text("alertsWhen")}
          />
          <div className="mt-10 grid gap-x-12 gap-y-10 nav:grid-cols-2 *:min-w-0">
            <div>
              <Devices {...part} />
              <Tests {...part} />
            </div>
            <div>
              <Phone {...part} />
              <SmsCosts {...part} />
            </div>
          </div>
        </>
      ) : (
        <Notice tone="info" title={words.text("alertsOff")}>
          {words.text("alertsOffMeans")}
        </Notice>
      )}
      <div className="mt-10 max-w-[44rem]">
        <Members {...part} />
      </div>
    </SellerPage>
  );
});

async function Devices({ who }: Part) {
  const { seller, words, world } = who;
  const devices = await listPushDevices(world, seller.user.id);
  const { publicKey } = await readVapidKeys(world);
  return (
    <Section title={words.text("pushDevices")}>
      <p className="my-4 text-ink-2">{words.text("pushMeans")}</p>
      {devices.length === 0 ? <p className="my-4">{words.text("pushNone")}</p> : null}
      <ul className="mb-4">
        {devices.map(({ id, name, createdAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-4 border-b border-rule py-3"
          >
            <span>
              {name}
              <span className="block text-label text-ink-2">
                {words.text("pushSince")} {stamp(createdAt, who)}
              </span>
            </span>
            <Press
              action={removeDeviceAction}
              fields={{ device: String(id) }}
              look="quiet"
              aria-label={words.text("pushRemoveOf", { device: name })}
            >
              {words.text("remove")}
            </Press>
          </li>
        ))}
      </ul>
      <PushSwitch
        to={addDeviceAction}
        publicKey={publicKey}
        labels={{
          on: words.text("pushOn"),
          denied: words.text("pushDenied"),
          unable: words.text("pushUnable"),
        }}
      />
    </Section>
  );
}

/** The number for SMS: nothing goes there before its code was typed. */
async function Phone({ who, view }: Part) {
  const { seller, words, world } = who;
  if (!view.sms.works)
    return (
      <Section title={words.text("alertPhone")}>
        <p className="my-4 text-ink-2">{words.text("noSmsHere")}</p>
      </Section>
    );
  const asked = await readOpenPhoneCode(world, seller.user.id);
  return (
    <Section title={words.text("alertPhone")}>
      {view.phone ? (
        <div className="my-4 flex flex-wrap items-center justify-between gap-4">
          <bdi>{view.phone}</bdi>
          <Press action={removePhoneAction} look="quiet">
            {words.text("remove")}
          </Press>
        </div>
      ) : (
        <p className="my-4 text-ink-2">{words.text("alertPhoneMeans")}</p>
      )}
      {asked ? (
        <div className="mb-6">
          <FieldForm
            action={confirmPhoneAction}
            submit={words.text("phoneConfirm")}
            fields={[
              {
                ...{ kind: "text", name: "code", label: words.text("phoneCode", { phone: asked }) },
                ...{ autoComplete: "one-time-code", inputMode: "decimal" },
              },
            ]}
          />
        </div>
      ) : null}
      <FieldForm
        action={askPhoneCodeAction}
        submit={words.text("phoneSendCode")}
        look="secondary"
        fields={[{ kind: "text", name: "phone", label: words.text("phoneNew"), autoComplete: "tel" }]}
      />
    </Section>
  );
}

function Tests({ who, view }: Part) {
  const { words } = who;
  return (
    <Section title={words.text("alertTest")}>
      <div className="flex flex-wrap gap-3 pt-4">
        {view.channels.map((channel) => (
          <Press key={channel} action={sendTestAction} fields={{ channel }}>
            {words.text(`testBy_${channel}`)}
          </Press>
        ))}
      </div>
    </Section>
  );
}

/** What texts cost this month, and the limit of those to the store's own people. */
function SmsCosts({ who, view: { sms } }: Part) {
  const { seller, words } = who;
  if (!sms.works) return null;
  const { price } = sms;
  const count = (many: number) =>
    price === null
      ? words.text("smsCount", { count: many })
      : words.text("smsCountCost", {
          count: many,
          cost: formatMoney({ minor: price.minor * BigInt(many), currency: price.currency }, words.lang),
        });
  return (
    <Section title={words.text("smsThisMonth")}>
      <Facts
        items={facts(words, {
          smsToPeople: count(sms.alerts),
          smsToCustomers: count(sms.customers),
          smsPrice: price === null ? words.text("smsPriceUnknown") : formatMoney(price, words.lang),
          smsMax: words.text("smsMaxMeans", { count: sms.alertsMax }),
        })}
      />
      {may(seller.role, "store.settings") ? (
        <div className="pt-4">
          <FieldForm
            action={changeSmsMaxAction}
            submit={words.text("smsMaxChange")}
            look="secondary"
            fields={[
              {
                ...{ kind: "text", name: "smsAlertsMax", label: words.text("smsMaxNew") },
                ...{ inputMode: "decimal", value: String(sms.alertsMax) },
              },
            ]}
          />
        </div>
      ) : null}
    </Section>
  );
}

/** Who else is told. Each of them then chooses what. */
function Members({ who, view: { members } }: Part) {
  const { words } = who;
  if (members.length === 0) return null;
  return (
    <Section title={words.text("alertMembers")}>
      <ul>
        {members.map(({ userId, name, role, allowed, mayChange }) => (
          <li
            key={userId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule py-3"
          >
            <span className="min-w-0">
              <bdi>{name}</bdi>
              <span className="block text-label text-ink-2">
                {words.text(roleKeys[role].name)} · {words.text(allowed ? "alertsAreOn" : "alertsAreOff")}
              </span>
            </span>
            {mayChange ? (
              <Press
                action={letMemberAction}
                fields={{ member: String(userId), allowed: allowed ? "no" : "yes" }}
                aria-label={words.text(allowed ? "alertsStopFor" : "alertsLetFor", { name })}
              >
                {words.text(allowed ? "alertsStop" : "alertsLet")}
              </Press>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
