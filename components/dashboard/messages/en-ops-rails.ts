/**
 * Rails, as who runs the service sets them up. What a provider's own dashboard calls its fields and menus stays in its
 * words. The effects are, in English, those of the mail (lib/services/desk/rails/effects.ts); a test holds them together.
 */
export const enOpsRails = {
  railsPurpose:
    "The providers that move the money. A payment tries the first rail that can do it; the next one only where the first refused on the spot.",
  rail: "Rail",
  networks: "Networks",
  rail_not_set_up: "Not set up",
  rail_on: "On",
  rail_off: "Off",
  rail_broken: "Cannot be used",
  net_up: "Up",
  net_degraded: "Slow or failing",
  net_down: "Down",
  netsUnknown: "It does not say how its networks are",
  netsNone: "No networks",
  netsOffered: "{count} networks offered",
  netsOfferedOne: "{count} network offered",
  netsDown: "{count} down",
  netsSlow: "{count} slow or failing",
  triedFirst: "Which rail is tried first",
  setOrder: "Set an order",
  playMoney: "Payers pay with play money",
  playMoneyMeans:
    "No rail is on, so the sandbox answers: every page works and no real money moves. It steps back as soon as a rail is on, also one in test mode, and comes back when none is; never once a live rail is set up.",
  noRoutes: "No store yet, so nobody pays. The countries of stores show up here.",
  routesCaption: "The order of rails by place and way to pay",
  wayToPay: "Way to pay",
  where: "Where",
  triedOrder: "Tried in this order",
  thenNext: ", then ",
  noRailCan: "No rail can do this",
  yourOrder: "(your order)",
  changeRoute: "Change: {way}, {country}, {currency}",
  sandboxRail: "Sandbox (play money)",
  way_charge_mobile_money: "Payments by mobile money",
  way_charge_card: "Payments by card",
  way_payout_mobile_money: "Payouts to mobile money",
  way_payout_bank: "Payouts to banks",
  notAsked: "It could not be asked just now. “Check connection” says why.",
  noNetworksOfOwn: "It has no networks of its own to tell of.",
  networksCaption: "Networks, the ones in trouble first",
  netNow: "Now",
  netOnePayment: "One payment",
  limitBoth: "{min} to {max}",
  limitMin: "From {min}",
  limitMax: "Up to {max}",
  limitNone: "Any amount",

  orderTitle: "Order of rails",
  orderPurpose:
    "New payments and payouts of this kind try the rails in this order. One whose network is down comes after those that are up, and one that is off or cannot do it is left out.",
  orderSet: "Set this order",
  orderUndo: "You can undo this: leave all places at “None” and our own order holds again.",
  place1: "First",
  place2: "Second",
  place3: "Third",
  place4: "Fourth",
  place5: "Fifth",
  place6: "Sixth",
  placeN: "Place {number}",

  cannotBeUsed: "It is set up in a way that cannot be used",
  untilMended: "No payment begins with it until this is mended.",
  inItsDashboard: "In {rail}’s own dashboard",
  networksNow: "Its networks now",
  networksNowMeans: "As payers are offered them; asked at most once a minute",
  howSetUp: "How it is set up",
  checkConnection: "Check connection",
  fromEnvironment:
    "Its credentials come from the environment of this server ({variable} and others). They are changed there.",
  setUpMeans:
    "A form asks for the mode, the keys and your password, and says what it changes before anything is kept.",
  setUpAnew: "Set it up anew",
  setItUp: "Set it up",
  switchItOff: "Switch it off",
  switchItOn: "Switch it on",
  removeIt: "Remove it",
  callbackToPaste: "The callback URL to paste there",
  callbackUrl: "Callback URL",
  callbackLocal:
    "No provider can reach this address. Payments are found by asking instead, a little later. Set SITE_URL to the address that the world sees.",
  modeLiveMoney: "Live: real money",
  modeTestMoney: "Test: no real money moves",
  credentialsFrom: "Credentials from",
  theEnvironment: "The environment of this server",
  thisPage: "This page, sealed",
  notSet: "Not set",
  isSet: "Set",
  askedAt: "Asked at",
  lastChanged: "Last changed",
  changedBy: "{date} by {name}",
  railDone: "Done, logged, and mailed to everybody who runs this service.",
  railSavedOn:
    "It answers, takes these credentials and is on. Logged, and mailed to everybody who runs this service.",
  railSavedOff: "It is kept and stays off, because its check failed. {said}",
  railTestMode: "Payers pay in test mode",
  railTestModeMeans:
    "Every rail that is on is in its provider’s test mode: no real money moves, and each page of a payer says so.",
  railAnswers: "{rail} answers and takes these credentials.",
  railAnswersSaid: "{rail} answers and takes these credentials ({said}).",

  act_on: "Switch on",
  act_on_undo: "You can undo this: switch it off again at any time.",
  act_off: "Switch off",
  act_off_undo: "You can undo this: switch it on again at any time.",
  act_remove: "Remove",
  act_remove_undo: "You can undo this only by entering the credentials again.",
  rail_switched_on: "New payments and payouts may go through {rail} again.",
  rail_switched_off:
    "No new payment and no new payout begins with {rail}. What is under way is followed to its end, and its payments can be refunded.",
  rail_removed:
    "Its credentials are forgotten. No payment, payout or refund goes through {rail} until it is set up again, and its callbacks are answered with 404.",
  rail_saved_live:
    "New payments and payouts may go through {rail} within half a minute, with real money. Credentials that were set before are forgotten.",
  rail_saved_test:
    "New payments and payouts may go through {rail} in its test mode within half a minute: no real money moves. Play money of the sandbox is not used any more.",

  setUpTitle: "Set up {rail}",
  setUpAnewTitle: "Set {rail} up anew",
  setUpPurpose:
    "Keys are sealed before they are kept and are never shown again, to nobody. You can undo this: switch the rail off, or remove it.",
  whatThisChanges: "What this changes",
  inLiveMode: "In live mode",
  inTestMode: "In test mode",
  askedAgain: "Asked again, because all money goes where these credentials say.",
  optionalField: "{label} (optional)",
  yes: "Yes",
  keptAlready: "Set already ({shown}). Leave it empty to keep it.",
  railField_requireSignedCallbacks: "Refuse callbacks without a signature",
  railField_requireSignedCallbacks_help:
    "Turn on “signed callbacks” in pawaPay’s dashboard first. Without it every callback is checked by asking pawaPay.",
  railField_webhookHash_help:
    "A long random text that you make up and enter there too. Flutterwave sends it with every callback.",
  railField_targetEnvironment_help: "As in the contract: mtnuganda, mtnghana …; sandbox for tests.",
  railField_country: "Country",
  railField_country_help: "Two letters, such as UG. One country a contract.",
  railField_currency: "Currency",
  railField_currency_help: "Only where it is not the usual one of that country.",

  railCovers_pawapay: "Mobile money in 20 countries: payments, payouts and refunds. No cards, no banks.",
  railCovers_flutterwave: "Cards and mobile money at its own page; payouts to wallets and banks; refunds.",
  railCovers_paystack:
    "Cards; mobile money in Ghana, Kenya and Côte d’Ivoire; payouts to wallets and banks; refunds.",
  railCovers_stripe: "Cards at its own page; refunds. No mobile money, no payouts to sellers.",
  railCovers_mtn_momo:
    "MTN’s wallets of one country, without anybody between: payments; payouts and refunds when contracted.",
  railStep_pawapay_1:
    "In pawaPay’s dashboard, under System configuration, set the callback URL below for deposits, payouts and refunds.",
  railStep_pawapay_2: "Turn on signed callbacks there.",
  railStep_pawapay_3:
    "Create an API token and enter it here. The sandbox has a dashboard and tokens of its own.",
  railStep_pawapay_4: "Fund the payout wallet of each country that sellers are paid out in.",
  railStep_flutterwave_1:
    "In Flutterwave’s dashboard, under Settings, Webhooks, set the URL below and the secret hash, and turn on retries.",
  railStep_flutterwave_2: "Under Settings, API keys, copy the secret key of the same mode and enter it here.",
  railStep_flutterwave_3:
    "Under Settings, Whitelisted IP addresses, add the address of this server, and have transfers by API turned on, or payouts are refused.",
  railStep_flutterwave_4:
    "Ask its support to turn on refund webhooks; without them refunds are found by asking.",
  railStep_paystack_1:
    "In Paystack’s dashboard, under Settings, API keys and webhooks, set the webhook URL below. Live and test have one each.",
  railStep_paystack_2: "Copy the secret key of the same mode and enter it here.",
  railStep_paystack_3:
    "Under Settings, Preferences, turn off “confirm transfers before sending”, or every payout waits for a code.",
  railStep_paystack_4: "Keep a balance from which payouts are made.",
  railStep_stripe_1:
    "In Stripe’s dashboard, under Developers, Webhooks, add an endpoint with the URL below. Live and test have one each.",
  railStep_stripe_2: "Send it these events: {events}.",
  railStep_stripe_3:
    "Copy the signing secret of the endpoint and the secret key of the same mode and enter them here.",
  railStep_stripe_4: "Under Settings, Payment methods, see that cards are on.",
  railStep_stripe_5: "Give money back here and not in Stripe’s dashboard, or the books do not know of it.",
  railStep_mtn_momo_1:
    "In MTN’s portal for developers, subscribe to Collection, and to Disbursement for payouts and refunds.",
  railStep_mtn_momo_2:
    "Make an API user and an API key for each, with the host of the URL below as its callback host.",
  railStep_mtn_momo_3:
    "Enter the subscription key, API user and API key of each product here, and the target environment of the contract.",
  railStep_mtn_momo_4: "Keep a balance in the disbursement account: payouts and refunds are made from it.",
  railStep_mtn_momo_5:
    "Where the contract names a host of its own, set RAIL_MTN_MOMO_BASE_URL in the environment.",
} as const;
