"use server";

import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { fieldOf } from "@/lib/auth/form-fields";
import { idField, sellerButton, sellerForm, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { changeRole, changeStores, removeMember } from "@/lib/services/people/team/change-member";
import { inviteMember, revokeInvitation } from "@/lib/services/people/team/invite";
import { memberPath, teamPath } from "../paths";
import { wordsFor } from "../words";
import { storesFields, wantedStores } from "./stores-fields";

const Stores = z.object(shapeOf(storesFields));
const Invitation = Stores.extend({ email: textField, role: textField });

export const inviteAction = sellerForm(Invitation, async (seller, input, world) => {
  const words = wordsFor(seller);
  const { email, link, expiresAt } = await inviteMember(world, seller.caller(true), {
    ...{ email: input.email, role: input.role },
    ...wantedStores(input),
  });
  const means = link ? words.text("invitedLink", { email }) : words.text("invitedMail");
  const { to, flash } = done(teamPath, `${words.text("invited", { email })}. ${means}`);
  const label = words.text("invitationLink");
  const until = new Intl.DateTimeFormat(words.locale, { dateStyle: "long", timeZone: seller.store.timeZone });
  const text = words.text("inviteSays", {
    ...{ name: seller.user.name, team: seller.account.name, link: link ?? "" },
    day: until.format(expiresAt),
  });
  const chat = { label: words.text("shareWhatsApp"), text };
  return { to, flash: { ...flash, ...(link && { copies: { label, value: link, chat } }) } };
});

export const revokeInvitationAction = sellerButton(
  teamPath,
  z.object({ invitation: idField }),
  async (seller, input, world) => {
    const { email } = await revokeInvitation(world, seller.caller(true), input.invitation);
    return done(teamPath, wordsFor(seller).text("takenBack", { email }));
  },
);

const One = z.object({ member: idField });

export const changeRoleAction = sellerForm(One.extend({ role: textField }), async (seller, input, world) => {
  const { name } = await changeRole(world, seller.caller(true), input.member, input.role);
  return done(teamPath, wordsFor(seller).text("roleChanged", { name }));
});

export const changeStoresAction = sellerForm(One.extend(Stores.shape), async (seller, input, world) => {
  const { name } = await changeStores(world, seller.caller(true), input.member, wantedStores(input));
  return done(teamPath, wordsFor(seller).text("storesChanged", { name }));
});

export const removeMemberAction = sellerButton(
  (form) => memberPath(Number(fieldOf(form, "member")) || 0),
  One,
  async (seller, { member }, world) => {
    const { name } = await removeMember(world, seller.caller(true), member);
    const words = wordsFor(seller);
    // Who leaves goes on in another store where they have one; else they are shown out.
    return member === seller.user.id
      ? done("/dashboard", words.text("left"))
      : done(teamPath, words.text("removed", { name }));
  },
);
