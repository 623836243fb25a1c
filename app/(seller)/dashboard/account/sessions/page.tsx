import { ActionForm } from "@/components/dashboard/action-form";
import { type DashboardWords, knownKey } from "@/components/dashboard/messages/words";
import { Press } from "@/components/dashboard/pieces";
import { Section, Timestamp } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { Table } from "@/components/ui/table";
import { currentPerson } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { listSignIns } from "@/lib/services/people/accounts/person";
import { type ListedSession, listSessions } from "@/lib/services/people/accounts/sessions";
import { sessionsPath } from "../../paths";
import { AccountPage } from "../account-page";
import { endAllSessionsAction, endOtherSessionsAction, endSessionAction } from "../actions";
import { personWords, titledForPerson, zoneOf } from "../person-words";

export const generateMetadata = titledForPerson("sessions");

export default async function SessionsPage() {
  const person = await currentPerson();
  const words = personWords(person);
  const sessions = await listSessions(systemWorld(), person.user.id, person.sessionId);
  const signIns = await listSignIns(systemWorld(), person.user.id);
  const times = { timeZone: zoneOf(person), locale: words.locale };
  return (
    <AccountPage person={person} at={sessionsPath} title="sessions" purpose="sessionsMeans">
      <Table
        caption={words.text("sessions")}
        columns={[
          { label: words.text("browser") },
          { label: words.text("address") },
          { label: words.text("lastSeen"), onPhone: words.text("lastSeen") },
          { label: words.text("signedInAt"), onPhone: words.text("signedInAt") },
          { label: words.text("signOutBrowser"), align: "end" },
        ]}
        rows={sessions.map((session) => ({
          key: session.id,
          cells: [
            <span key="device" className="font-medium">
              {session.device}
              {session.isCurrent ? (
                <span className="font-normal text-ink-2"> ({words.text("thisBrowser")})</span>
              ) : null}
            </span>,
            session.ip ?? "–",
            <Timestamp key="seen" at={session.lastSeenAt} {...times} />,
            <Timestamp key="since" at={session.createdAt} {...times} />,
            <SignOut key="out" session={session} words={words} />,
          ],
        }))}
      />
      <div className="mt-8 flex flex-wrap items-start gap-4">
        {sessions.length > 1 ? (
          <Press action={endOtherSessionsAction}>{words.text("signOutOthers")}</Press>
        ) : null}
        <ActionForm to={{ action: endAllSessionsAction, fields: {} }}>
          <Button look="danger">{words.text("signOutAll")}</Button>
          <p className="mt-2 max-w-[40ch] text-label text-ink-2">{words.text("signOutAllMeans")}</p>
        </ActionForm>
      </div>
      <div className="mt-10">
        <Section title={words.text("recentSignIns")}>
          <p className="my-4 max-w-[68ch] text-ink-2">{words.text("recentSignInsMeans")}</p>
          <Table
            caption={words.text("recentSignIns")}
            columns={[
              { label: words.text("signInWhat") },
              { label: words.text("browser") },
              { label: words.text("address") },
              { label: words.text("whenHappened") },
            ]}
            rows={signIns.map(({ id, action, device, ip, at }) => ({
              key: String(id),
              cells: [
                <span key="what" className="font-medium">
                  {loggedWords(action, words)}
                </span>,
                device ?? "–",
                ip ?? "–",
                <Timestamp key="at" at={at} {...times} />,
              ],
            }))}
          />
        </Section>
      </div>
    </AccountPage>
  );
}

/** "Sign-in: wrong password", as in the audit log. */
function loggedWords(action: string, words: DashboardWords): string {
  const key = knownKey(`logged_${action.replace(".", "_")}`);
  return key ? words.loose(key, {}) : action;
}

function SignOut({ session, words }: { session: ListedSession; words: DashboardWords }) {
  if (session.isCurrent) return null;
  return (
    <Press
      action={endSessionAction}
      fields={{ session: session.id }}
      aria-label={words.text("signOutOne", { device: session.device })}
    >
      {words.text("signOutBrowser")}
    </Press>
  );
}
