import { constants, publicEncrypt, X509Certificate } from "node:crypto";
import { z } from "zod";
import { isAddressRefused } from "@/lib/domain/rail-account";
import { issueOf, type ProblemCode, say } from "@/lib/domain/refusal";
import { key, type RailField, railKind, secret } from "../kind";
import type { PaymentRail } from "../port";
import { networksBy } from "../wire/results";
import { confirm, names, payCode, register } from "./arrived";
import { parseCallback } from "./callbacks";
import { createDaraja, type Daraja, type MpesaConfig } from "./daraja";
import { arrivedIn, registerList, statement } from "./list";
import { charge, chargeStatus, isPasskeyRefused, networkCode } from "./prompt";
import { balance } from "./questions";
import { standingOrders } from "./standing-orders";
import { payout, refund, transferStatus } from "./transfers";

/** Safaricom's own API in Kenya: one short code, a paybill or a till, without anybody between. */
export function createMpesa(config: MpesaConfig): PaymentRail {
  const daraja = createDaraja(config);
  return {
    id: "mpesa",
    capabilities: {
      methods: ["mobile_money"],
      refund: config.initiator ? "partial" : "none",
      payout: config.initiator ? ["mobile_money"] : [],
      keeps: [],
      callbackAuth: "none",
    },
    networks: async ({ country, op }) => {
      if (op === "payout" && !config.initiator) return [];
      const own = () => ({ railCode: config.till ?? config.shortCode, auth: "pin_push" as const });
      return networksBy([{ network: networkCode }], country, own);
    },
    charge: (request) => charge(daraja, request),
    chargeStatus: (ref) => chargeStatus(daraja, ref),
    parseCallback: async (raw) => parseCallback(daraja, raw),
    ...(config.initiator ? inItsName(daraja) : {}),
    ...(config.hasList ? { statement: (range) => statement(daraja, range) } : {}),
    till: {
      kind: config.till ? "till" : "paybill",
      number: config.till ?? config.shortCode,
      confirm: (seen) => confirm(daraja, seen),
    },
    direct: {
      register: () => register(daraja),
      payCode: (request) => payCode(daraja, request),
      ...(config.listPhone ? { registerList: () => registerList(daraja, config.listPhone ?? "") } : {}),
      names: (payment, attemptId) => names(daraja, payment, attemptId),
      ...(config.hasList ? { arrived: (range) => arrivedIn(daraja, range) } : {}),
      ...(config.standingOrders ? { standingOrders: standingOrders(daraja, config.standingOrders) } : {}),
    },
    health: () => health(daraja),
  };
}

/** What only an initiator of the short code may do. */
function inItsName(daraja: Daraja): Partial<PaymentRail> {
  return {
    payout: (request) => payout(daraja, request),
    payoutStatus: ({ payoutId: id, railRef }) => transferStatus(daraja, { op: "payout", id, railRef }),
    refund: (request) => refund(daraja, request),
    refundStatus: ({ refundId: id, railRef }) => transferStatus(daraja, { op: "refund", id, railRef }),
    balance: () => balance(daraja),
  };
}

/** The keys by a token; short code and passkey by asking about a prompt that nobody sent, which tells nothing else. */
async function health(daraja: Daraja) {
  const { callbackUrl, shortCode } = daraja.config;
  if (isAddressRefused(callbackUrl)) return { ok: false, detail: say("rail_check_mpesa_address") };
  if (!(await daraja.knock())) return { ok: false, detail: say("rail_check_mpesa") };
  if (await isPasskeyRefused(daraja)) return { ok: false, detail: say("rail_check_mpesa_passkey") };
  return { ok: true, detail: say("rail_check_says", { said: shortCode }) };
}

const keyShape = /^\S{8,200}$/;
const keyProblem = "rail_mpesa_shape" satisfies ProblemCode;
const shapeOf = { code: /^\d{5,7}$/, table: /^202[56]$/, phone: /^(\+?254|0)( ?\d){9}$/ };

type InitiatorProblem = "rail_mpesa_initiator" | "rail_mpesa_credential" | "rail_mpesa_certificate";

/** An empty field is one that was not filled in. */
function optional(shape = /./s, problem: ProblemCode = "rail_mpesa_shape") {
  const text = z.string().trim().optional();
  return text
    .transform((given) => given || undefined)
    .refine((given) => given === undefined || shape.test(given), problem);
}

export const mpesa = railKind({
  facts: {
    id: "mpesa",
    name: "M-PESA",
    ...{ address: "kenya", isTold: true },
    fields: [
      secret("consumerKey", "Consumer key"),
      secret("consumerSecret", "Consumer secret"),
      { name: "shortCode", label: "Short code", kind: "text", isPlace: true },
      { ...optionalField("till", "Till number"), kind: "text" },
      secret("passkey", "Passkey"),
      { ...optionalField("initiatorName", "Initiator name"), kind: "text" },
      optionalField("securityCredential", "Security credential"),
      optionalField("initiatorPassword", "Initiator password"),
      optionalField("certificate", "Certificate"),
      { ...optionalField("listPhone", "Nominated number"), kind: "text" },
      { ...optionalField("standingOrders", "Standing orders"), kind: "text" },
    ],
    countries: ["KE"],
    keeps: [],
    routing: { "charge/mobile_money": 0, "charge/card": null, "payout/mobile_money": 0, "payout/bank": null },
  },
  credentials: z
    .object({
      consumerKey: key("rail_mpesa_key", keyShape, keyProblem),
      consumerSecret: key("rail_mpesa_secret", keyShape, keyProblem),
      shortCode: key("rail_mpesa_code", shapeOf.code, "rail_mpesa_code_shape"),
      till: optional(shapeOf.code, "rail_mpesa_code_shape"),
      passkey: key("rail_mpesa_passkey", keyShape, keyProblem),
      ...{ initiatorName: optional(), securityCredential: optional(), initiatorPassword: optional() },
      certificate: optional(),
      listPhone: optional(shapeOf.phone),
      standingOrders: optional(shapeOf.table, "rail_mpesa_orders"),
    })
    .superRefine((given, context) => {
      const issue = (name: string, problem: InitiatorProblem) =>
        context.addIssue({ ...issueOf(say(problem)), path: [name] });
      const { initiatorName, securityCredential, initiatorPassword, certificate } = given;
      const proves = securityCredential ?? initiatorPassword;
      if (proves && !initiatorName) issue("initiatorName", "rail_mpesa_initiator");
      if (initiatorName && !proves) issue("securityCredential", "rail_mpesa_credential");
      const needsCertificate = initiatorPassword && !securityCredential;
      if (needsCertificate && !sealed(initiatorPassword, certificate ?? ""))
        issue("certificate", "rail_mpesa_certificate");
    }),
  create: ({ initiatorName, securityCredential, initiatorPassword, certificate, ...given }, context) => {
    const credential = securityCredential ?? sealed(initiatorPassword ?? "", certificate ?? "");
    return createMpesa({
      ...{ ...context, ...given },
      hasList: given.listPhone !== undefined,
      standingOrders: given.standingOrders as MpesaConfig["standingOrders"],
      ...(initiatorName && credential ? { initiator: { name: initiatorName, credential } } : {}),
    });
  },
});

function optionalField(name: string, label: string): RailField {
  return { ...secret(name, label), isOptional: true };
}

/**
 * The initiator's password as Daraja wants it, under the certificate of its environment, which may have lost its line
 * breaks; null where that is none.
 */
export function sealed(password: string, certificate: string): string | null {
  const base64 = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, "");
  const pem = `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/(.{64})/g, "$1\n")}\n-----END CERTIFICATE-----\n`;
  try {
    const { publicKey } = new X509Certificate(pem);
    const padding = constants.RSA_PKCS1_PADDING;
    return publicEncrypt({ key: publicKey, padding }, Buffer.from(password)).toString("base64");
  } catch {
    return null;
  }
}
