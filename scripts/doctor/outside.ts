import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import { connect as connectTls, type PeerCertificate } from "node:tls";
import { createTransport } from "nodemailer";
import { isThisMachine } from "@/lib/domain/sites";
import type { OperatorEnv } from "@/lib/env";
import { bad, type Finding, unknown, watch, well, wordsOf } from "./report";

const patienceMs = 8_000;
const soonDays = 14;

/** Connects, greets and signs in, and sends nothing. */
export async function lookAtMail(smtpUrl: string | undefined): Promise<Finding> {
  if (!smtpUrl) return watch("mail", "SMTP_URL is not set: mails wait in the outbox.", "Set SMTP_URL.");
  const limits = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs };
  const transport = createTransport({ url: smtpUrl, ...limits });
  try {
    await transport.verify();
    return well("mail", "The mail server takes mails.");
  } catch (error) {
    return bad("mail", `The mail server does not take mails: ${wordsOf(error)}.`, "Check SMTP_URL.");
  } finally {
    transport.close();
  }
}

/** Whether the addresses that the settings name can be reached: nothing else is ever called. */
export async function lookAtWayOut(settings: OperatorEnv): Promise<Finding[]> {
  const names = [
    ...(["ALERT_WEBHOOK_URL", "HEARTBEAT_URL", "INNGEST_BASE_URL", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const),
  ];
  const set = names.flatMap((name) => (settings[name] ? [{ name, url: new URL(settings[name]) }] : []));
  if (set.length === 0) return [unknown("way_out", "No setting names an address outside.")];
  return Promise.all(
    set.map(async ({ name, url }) => {
      try {
        await reach(url);
        return well("way_out", `${name} can be reached.`);
      } catch (error) {
        return bad(
          "way_out",
          `${name} cannot be reached: ${wordsOf(error)}.`,
          "Check it, the DNS and the firewall.",
        );
      }
    }),
  );
}

function reach({ hostname, port, protocol }: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: Number(port || (protocol === "https:" ? 443 : 80)) });
    socket.setTimeout(patienceMs, () => socket.destroy(new Error("no answer in 8 s")));
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.destroy();
      resolve();
    });
  });
}

/** The name, the certificate and the proxy of SITE_URL, as a payer comes. */
export async function lookAtSite(siteUrl: string, isRunning: boolean): Promise<Finding[]> {
  if (isThisMachine(siteUrl)) return [unknown("site", "SITE_URL is this machine: only you can open it.")];
  const url = new URL(siteUrl);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  try {
    await lookup(host);
  } catch (error) {
    return [bad("site_name", `The name of SITE_URL is not found: ${wordsOf(error)}.`, "Add it to your DNS.")];
  }
  return [
    well("site_name", "The name of SITE_URL is found."),
    ...(url.protocol === "https:" ? [await certificateOf(host, Number(url.port || 443))] : []),
    ...(isRunning ? [await answerOf(siteUrl)] : []),
  ];
}

async function certificateOf(host: string, port: number): Promise<Finding> {
  try {
    const { certificate, problem } = await handshake(host, port);
    if (problem)
      return bad("site_tls", `Browsers refuse the certificate: ${problem}.`, "Renew or replace it.");
    const days = Math.floor((Date.parse(certificate.valid_to) - Date.now()) / 86_400_000);
    const said = `The certificate of SITE_URL is good for ${days} days.`;
    if (days >= soonDays) return well("site_tls", said);
    return watch("site_tls", said, "See why it is not renewed by itself.");
  } catch (error) {
    return bad(
      "site_tls",
      `SITE_URL does not speak TLS: ${wordsOf(error)}.`,
      "Start the proxy before the app.",
    );
  }
}

function handshake(
  host: string,
  port: number,
): Promise<{ certificate: PeerCertificate; problem: string | null }> {
  return new Promise((resolve, reject) => {
    // Looked at, not trusted: nothing is sent.
    const socket = connectTls({ host, port, servername: host, rejectUnauthorized: false });
    socket.setTimeout(patienceMs, () => socket.destroy(new Error("no answer in 8 s")));
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      const problem = socket.authorized ? null : String(socket.authorizationError);
      resolve({ certificate: socket.getPeerCertificate(), problem });
      socket.destroy();
    });
  });
}

async function answerOf(siteUrl: string): Promise<Finding> {
  const todo = "See whether the proxy passes requests on to the app's port, with Host as it came.";
  try {
    const answer = await fetch(`${siteUrl}/healthz`, { signal: AbortSignal.timeout(patienceMs) });
    if (answer.ok) return well("site", "SITE_URL leads to the app.");
    return bad("site", `SITE_URL answers ${answer.status}.`, todo);
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    return bad("site", `SITE_URL does not answer: ${wordsOf(cause)}.`, todo);
  }
}
