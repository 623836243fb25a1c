"use server";

import { headers } from "next/headers";
import { z } from "zod";
import { currentPerson } from "@/lib/auth/current-seller";
import type { FormState } from "@/lib/auth/form-state";
import { idField, manyField, sellerButton, sellerForm, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { alertChannels } from "@/lib/domain/alerts";
import { addPushDevice, removePushDevice } from "@/lib/services/notify/alerts/devices";
import { askPhoneCode, confirmPhone, removePhone } from "@/lib/services/notify/alerts/phone";
import {
  changeSmsAlertsMax,
  letMemberRead,
  saveAlertSettings,
  sendTestAlert,
} from "@/lib/services/notify/alerts/settings";
import { notificationsPath as path } from "../../paths";
import { wordsFor } from "../../words";

const Settings = z.object({
  ...{ choices: manyField, quietFrom: textField, quietUntil: textField },
  ...{ timeZone: textField, digestHour: textField },
});

export const saveAlertsAction = sellerForm(Settings, async (seller, input, world) => {
  await saveAlertSettings(world, seller.caller(true), input);
  return done(path, wordsFor(seller).text("alertsSaved"));
});

export const askPhoneCodeAction = sellerForm(
  z.object({ phone: textField }),
  async (seller, { phone }, world) => {
    await askPhoneCode(world, seller.caller(true), phone);
    return done(path, wordsFor(seller).text("phoneCodeSent"));
  },
);

export const confirmPhoneAction = sellerForm(
  z.object({ code: textField }),
  async (seller, { code }, world) => {
    const { phone } = await confirmPhone(world, seller.caller(true), code);
    return done(path, wordsFor(seller).text("phoneProven", { phone }));
  },
);

export const removePhoneAction = sellerButton(path, z.object({}), async (seller, _, world) => {
  await removePhone(world, seller.caller(true));
  return done(path, wordsFor(seller).text("phoneRemoved"));
});

const Channel = z.object({ channel: z.enum(alertChannels) });

export const sendTestAction = sellerButton(path, Channel, async (seller, { channel }, world) => {
  await sendTestAlert(world, seller.caller(true), channel);
  return done(path, wordsFor(seller).text("testOnItsWay"));
});

export async function changeSmsMaxAction(previous: FormState, form: FormData): Promise<FormState> {
  const one = z.object({ smsAlertsMax: textField });
  return sellerForm(one, async (seller, { smsAlertsMax }, world) => {
    await changeSmsAlertsMax(world, seller.caller(true), smsAlertsMax);
    return done(path, wordsFor(seller).text("smsMaxSaved"));
  })(previous, form);
}

const Device = z.object({ subscription: textField });

/** The browser that sends this form. */
export const addDeviceAction = sellerButton(path, Device, async (seller, { subscription }, world) => {
  const { sessionId } = await currentPerson();
  const userAgent = (await headers()).get("user-agent") ?? "";
  await addPushDevice(world, seller.caller(true), { typed: subscription, userAgent, sessionId });
  return done(path, wordsFor(seller).text("pushAdded"));
});

export const removeDeviceAction = sellerButton(
  path,
  z.object({ device: idField }),
  async (seller, { device }, world) => {
    await removePushDevice(world, seller.caller(true), device);
    return done(path, wordsFor(seller).text("pushRemoved"));
  },
);

const Member = z.object({ member: idField, allowed: z.enum(["yes", "no"]) });

export const letMemberAction = sellerButton(path, Member, async (seller, { member, allowed }, world) => {
  const isAllowed = allowed === "yes";
  const { name } = await letMemberRead(world, seller.caller(true), member, isAllowed);
  return done(path, wordsFor(seller).text(isAllowed ? "memberAllowed" : "memberStopped", { name }));
});
