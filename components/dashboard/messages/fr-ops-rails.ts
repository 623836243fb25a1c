import type { DashboardMessages } from "./words";

export const frOpsRails: DashboardMessages["opsRails"] = {
  railsPurpose:
    "Les prestataires qui déplacent l’argent. Un paiement essaie le premier canal capable de le faire ; le suivant seulement si le premier a refusé sur-le-champ.",
  rail: "Canal",
  networks: "Opérateurs",
  rail_not_set_up: "Non configuré",
  rail_on: "Activé",
  rail_off: "Désactivé",
  rail_broken: "Inutilisable",
  net_up: "Fonctionne",
  net_degraded: "Lent ou en échec",
  net_down: "En panne",
  netsUnknown: "Il ne dit pas comment vont ses opérateurs",
  netsNone: "Aucun opérateur",
  netsOffered: "{count} opérateurs proposés",
  netsOfferedOne: "{count} opérateur proposé",
  netsDown: "{count} en panne",
  netsSlow: "{count} lents ou en échec",
  triedFirst: "Quel canal est essayé d’abord",
  setOrder: "Fixer un ordre",
  playMoney: "On paie avec de l’argent fictif",
  playMoneyMeans:
    "Aucun prestataire n’est activé : le bac à sable répond, chaque page fonctionne et aucun argent réel ne circule. Il se retire dès qu’un prestataire est activé, même en mode test, et revient quand il n’y en a plus ; jamais une fois qu’un prestataire réel est configuré.",
  noRoutes: "Pas encore de boutique : personne ne paie. Les pays des boutiques apparaîtront ici.",
  routesCaption: "L’ordre des canaux par lieu et moyen de paiement",
  wayToPay: "Moyen",
  where: "Où",
  triedOrder: "Essayés dans cet ordre",
  thenNext: ", puis ",
  noRailCan: "Aucun canal ne sait le faire",
  yourOrder: "(votre ordre)",
  changeRoute: "Modifier : {way}, {country}, {currency}",
  sandboxRail: "Bac à sable (argent fictif)",
  way_charge_mobile_money: "Paiements par mobile money",
  way_charge_card: "Paiements par carte",
  way_payout_mobile_money: "Reversements vers mobile money",
  way_payout_bank: "Reversements vers des banques",
  notAsked: "Il n’a pas pu être interrogé à l’instant. « Vérifier la connexion » dit pourquoi.",
  noNetworksOfOwn: "Il n’a pas d’opérateurs à lui.",
  networksCaption: "Opérateurs, ceux qui ont un problème d’abord",
  netNow: "Maintenant",
  netOnePayment: "Un paiement",
  limitBoth: "{min} à {max}",
  limitMin: "À partir de {min}",
  limitMax: "Jusqu’à {max}",
  limitNone: "Tout montant",

  orderTitle: "Ordre des canaux",
  orderPurpose:
    "Les nouveaux paiements et reversements de ce genre essaient les canaux dans cet ordre. Un canal dont l’opérateur est en panne passe après ceux qui fonctionnent, et un canal désactivé ou qui ne sait pas le faire est laissé de côté.",
  orderSet: "Fixer cet ordre",
  orderUndo: "Vous pouvez l’annuler : laissez toutes les places à « Aucun » et notre propre ordre revient.",
  place1: "Premier",
  place2: "Deuxième",
  place3: "Troisième",
  place4: "Quatrième",
  place5: "Cinquième",
  place6: "Sixième",
  placeN: "Place {number}",

  cannotBeUsed: "Sa configuration le rend inutilisable",
  untilMended: "Aucun paiement ne commence par lui tant que ce n’est pas corrigé.",
  inItsDashboard: "Dans le tableau de bord de {rail}",
  networksNow: "Ses opérateurs en ce moment",
  networksNowMeans: "Tels que proposés à qui paie ; interrogés au plus une fois par minute",
  howSetUp: "Sa configuration",
  checkConnection: "Vérifier la connexion",
  fromEnvironment:
    "Ses identifiants viennent de l’environnement de ce serveur ({variable} et d’autres). C’est là qu’on les change.",
  setUpMeans:
    "Un formulaire demande le mode, les clés et votre mot de passe, et dit ce qu’il change avant de rien conserver.",
  setUpAnew: "Le reconfigurer",
  setItUp: "Le configurer",
  switchItOff: "Le désactiver",
  switchItOn: "L’activer",
  removeIt: "Le retirer",
  callbackToPaste: "L’URL de rappel à y coller",
  callbackUrl: "URL de rappel",
  callbackLocal:
    "Aucun prestataire ne peut joindre cette adresse. Les paiements sont retrouvés en interrogeant, un peu plus tard. Réglez SITE_URL sur l’adresse que le monde voit.",
  modeLiveMoney: "Production : argent réel",
  modeTestMoney: "Test : aucun argent réel ne bouge",
  credentialsFrom: "Identifiants issus de",
  theEnvironment: "L’environnement de ce serveur",
  thisPage: "Cette page, scellés",
  notSet: "Non réglé",
  isSet: "Réglé",
  askedAt: "Interrogé à",
  lastChanged: "Dernière modification",
  changedBy: "{date} par {name}",
  railDone: "C’est fait, consigné, et envoyé par e-mail à tous les gestionnaires de ce service.",
  railSavedOn:
    "Il répond, accepte ces identifiants et est activé. Consigné, et envoyé par e-mail à tous les gestionnaires de ce service.",
  railSavedOff: "Il est enregistré et reste désactivé, car sa vérification a échoué. {said}",
  railTestMode: "Les payeurs paient en mode test",
  railTestModeMeans:
    "Chaque prestataire activé est dans le mode test de son fournisseur : aucun argent réel ne circule, et chaque page de payeur le dit.",
  railAnswers: "{rail} répond et accepte ces identifiants.",
  railAnswersSaid: "{rail} répond et accepte ces identifiants ({said}).",

  act_on: "Activer",
  act_on_undo: "Vous pouvez l’annuler : désactivez-le de nouveau à tout moment.",
  act_off: "Désactiver",
  act_off_undo: "Vous pouvez l’annuler : réactivez-le à tout moment.",
  act_remove: "Retirer",
  act_remove_undo: "Vous ne pouvez l’annuler qu’en saisissant de nouveau les identifiants.",
  rail_switched_on: "Les nouveaux paiements et reversements peuvent de nouveau passer par {rail}.",
  rail_switched_off:
    "Aucun nouveau paiement ni reversement ne commence par {rail}. Ce qui est en cours est suivi jusqu’au bout, et ses paiements peuvent être remboursés.",
  rail_removed:
    "Ses identifiants sont oubliés. Aucun paiement, reversement ni remboursement ne passe par {rail} tant qu’il n’est pas reconfiguré, et ses rappels reçoivent 404.",
  rail_saved_live:
    "Les nouveaux paiements et reversements peuvent passer par {rail} dans la demi-minute, avec de l’argent réel. Les identifiants réglés auparavant sont oubliés.",
  rail_saved_test:
    "Les nouveaux paiements et reversements peuvent passer par {rail} en mode test dans la demi-minute : aucun argent réel ne bouge. L’argent fictif du bac à sable ne sert plus.",

  setUpTitle: "Configurer {rail}",
  setUpAnewTitle: "Reconfigurer {rail}",
  setUpPurpose:
    "Les clés sont scellées avant d’être conservées et ne sont plus jamais montrées, à personne. Vous pouvez l’annuler : désactivez le canal, ou retirez-le.",
  whatThisChanges: "Ce que cela change",
  inLiveMode: "En mode production",
  inTestMode: "En mode test",
  askedAgain: "Demandé de nouveau, parce que tout l’argent va où ces identifiants le disent.",
  optionalField: "{label} (facultatif)",
  yes: "Oui",
  keptAlready: "Déjà réglé ({shown}). Laissez vide pour le garder.",
  railField_requireSignedCallbacks: "Refuser les rappels sans signature",
  railField_requireSignedCallbacks_help:
    "Activez d’abord « signed callbacks » dans le tableau de bord de pawaPay. Sans cela, chaque rappel est vérifié en interrogeant pawaPay.",
  railField_webhookHash_help:
    "Un long texte au hasard que vous inventez et saisissez aussi là-bas. Flutterwave l’envoie avec chaque rappel.",
  railField_targetEnvironment_help: "Comme au contrat : mtnuganda, mtnghana… ; sandbox pour les tests.",
  railField_country: "Pays",
  railField_country_help: "Deux lettres, par exemple UG. Un pays par contrat.",
  railField_currency: "Monnaie",
  railField_currency_help: "Seulement si ce n’est pas la monnaie habituelle de ce pays.",

  railCovers_pawapay:
    "Mobile money dans 20 pays : paiements, reversements et remboursements. Ni cartes, ni banques.",
  railCovers_flutterwave:
    "Cartes et mobile money sur sa propre page ; reversements vers portefeuilles et banques ; remboursements.",
  railCovers_paystack:
    "Cartes ; mobile money au Ghana, au Kenya et en Côte d’Ivoire ; reversements vers portefeuilles et banques ; remboursements.",
  railCovers_stripe:
    "Cartes sur sa propre page ; remboursements. Ni mobile money, ni reversements aux vendeurs.",
  railCovers_mtn_momo:
    "Les portefeuilles MTN d’un pays, sans intermédiaire : paiements ; reversements et remboursements si le contrat les prévoit.",
  railStep_pawapay_1:
    "Dans le tableau de bord de pawaPay, sous System configuration, réglez l’URL de rappel ci-dessous pour les dépôts, les reversements et les remboursements.",
  railStep_pawapay_2: "Activez-y les rappels signés (signed callbacks).",
  railStep_pawapay_3:
    "Créez un API token et saisissez-le ici. Le bac à sable a son propre tableau de bord et ses propres tokens.",
  railStep_pawapay_4:
    "Approvisionnez le portefeuille de reversement de chaque pays où des vendeurs sont payés.",
  railStep_flutterwave_1:
    "Dans le tableau de bord de Flutterwave, sous Settings, Webhooks, réglez l’URL ci-dessous et le secret hash, et activez les nouveaux essais (retries).",
  railStep_flutterwave_2: "Sous Settings, API keys, copiez la secret key du même mode et saisissez-la ici.",
  railStep_flutterwave_3:
    "Sous Settings, Whitelisted IP addresses, ajoutez l’adresse de ce serveur, et faites activer les transferts par API, sinon les reversements sont refusés.",
  railStep_flutterwave_4:
    "Demandez à son assistance d’activer les webhooks de remboursement ; sans eux, les remboursements sont retrouvés en interrogeant.",
  railStep_paystack_1:
    "Dans le tableau de bord de Paystack, sous Settings, API keys and webhooks, réglez l’URL de webhook ci-dessous. La production et le test ont chacun la leur.",
  railStep_paystack_2: "Copiez la secret key du même mode et saisissez-la ici.",
  railStep_paystack_3:
    "Sous Settings, Preferences, désactivez « confirm transfers before sending », sinon chaque reversement attend un code.",
  railStep_paystack_4: "Gardez un solde d’où partent les reversements.",
  railStep_stripe_1:
    "Dans le tableau de bord de Stripe, sous Developers, Webhooks, ajoutez un endpoint avec l’URL ci-dessous. La production et le test ont chacun le leur.",
  railStep_stripe_2: "Envoyez-lui ces événements : {events}.",
  railStep_stripe_3:
    "Copiez le signing secret de l’endpoint et la secret key du même mode et saisissez-les ici.",
  railStep_stripe_4: "Sous Settings, Payment methods, voyez que les cartes sont activées.",
  railStep_stripe_5:
    "Remboursez ici et non dans le tableau de bord de Stripe, sinon les livres n’en savent rien.",
  railStep_mtn_momo_1:
    "Sur le portail de MTN pour développeurs, souscrivez à Collection, et à Disbursement pour les reversements et les remboursements.",
  railStep_mtn_momo_2:
    "Créez un API user et une API key pour chacun, avec l’hôte de l’URL ci-dessous comme callback host.",
  railStep_mtn_momo_3:
    "Saisissez ici la subscription key, l’API user et l’API key de chaque produit, et le target environment du contrat.",
  railStep_mtn_momo_4:
    "Gardez un solde sur le compte de disbursement : les reversements et les remboursements en partent.",
  railStep_mtn_momo_5:
    "Si le contrat indique un hôte à part, réglez RAIL_MTN_MOMO_BASE_URL dans l’environnement.",
};
