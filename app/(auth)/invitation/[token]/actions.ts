"use server";

import { z } from "zod";
import { chooseStore } from "@/lib/auth/current-seller";
import { publicForm, textField } from "@/lib/auth/guarded-action";
import { personForm } from "@/lib/auth/person-action";
import { startSession } from "@/lib/auth/session";
import { chooseLanguage } from "@/lib/services/people/accounts/person";
import { acceptAsNewPerson, acceptInvitation } from "@/lib/services/people/team/accept";
import { visitorWords } from "../../visitor-words";

const Link = z.object({ token: textField });

export const joinAction = personForm(Link, async ({ user }, { token }, world) => {
  const { storeId } = await acceptInvitation(world, user.id, token);
  if (storeId !== null) await chooseStore(storeId);
  return { to: "/dashboard" };
});

const NewPerson = Link.extend({ name: textField, password: textField });

export const joinAsNewAction = publicForm(NewPerson, async (input, world) => {
  const { storeId, ...person } = await acceptAsNewPerson(world, input);
  await chooseLanguage(world, person, (await visitorWords()).lang);
  await startSession({ ...person, by: "invitation" });
  if (storeId !== null) await chooseStore(storeId);
  return { to: "/dashboard" };
});
