"""Vendors: the formats of their tokens. Data only.

One line for each format: the vendor, how its tokens begin (any of several beginnings), and what follows, as a regular
expression in which %A is a letter or digit, %W also `_` and `-`, %H a hexadecimal digit. A format without a beginning
of its own has `*` there. All that is looked for first, and how a torn token is recognised, is derived from these lines.

Whatever its format, a token has at least `SHORTEST_TOKEN` characters without a gap, beginning included, and among them
a digit, or a small letter before a large one: others are taken for words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_TABLE = r"""
AWS | AKIA ASIA ABIA ACCA | [A-Z2-7]{16}\b
AWS | A3T | [A-Z0-9][A-Z2-7]{16}\b
AWS | amzn.mws. | %H{8}-%H{4}-%H{4}-%H{4}-%H{12}
AWS | ABSK | [A-Za-z0-9+/]{100,300}
GitHub | ghp_ gho_ ghu_ ghs_ ghr_ | %A{30,255}
GitHub | github_pat_ | [A-Za-z0-9_]{30,255}
GitLab | glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct- | %W{20,80}
GitLab | GR1348941 | %W{20}
Slack | xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxb- xoxe.xoxp- | [0-9A-Za-z-]{12,200}
Slack | xapp- | [0-9]-[A-Z0-9]{8,20}-[0-9]{8,20}-[a-z0-9]{20,100}
Slack webhook | hooks.slack.com/ | (?:services|workflows|triggers)/[A-Z0-9]{6,14}/[A-Z0-9]{6,20}/[A-Za-z0-9/]{16,80}
Discord webhook | discord.com/api/webhooks/ discordapp.com/api/webhooks/ | [0-9]{15,22}/%W{40,100}
Teams webhook | * | \b[a-z0-9.-]{2,60}\.(?:webhook\.)?office(?:365)?\.com/webhook[a-z0-9]{0,3}/[0-9a-f@/A-Z-]{36,300}
Zapier webhook | hooks.zapier.com/hooks/catch/ | %A{5,40}/%A{5,40}
Make, IFTTT webhook | * | \b(?:maker\.ifttt\.com/[a-z/_]{3,60}/|hook\.[a-z]{2}[0-9]\.make\.com/)%W{16,60}
PagerDuty | events.pagerduty.com/integration/ | %A{32}
Infura, Alchemy | infura.io/v3/ g.alchemy.com/v2/ alchemyapi.io/v2/ | %W{32}
Chat webhook | open.feishu.cn/open-apis/bot/v2/hook/ open.larksuite.com/open-apis/bot/v2/hook/ | [0-9a-f-]{36}
Chat webhook | chat.googleapis.com/v1/spaces/ | %W{6,20}/messages\?key=%W{20,60}
Stripe | sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_ sk_prod_ | %A{16,200}
Stripe, Svix | whsec_ | [A-Za-z0-9+/]{24,100}
Anthropic | sk-ant- | %W{20,200}
OpenAI and others | sk-proj- sk-svcacct- sk-admin- sk-or-v1- | %W{20,200}
OpenAI and others | sk- | %A{20,200}
Google | AIza | %W{35}
Google | GOCSPX- ya29. | %W{20,300}
Google | * | \b[0-9]{8,20}-%A{32}\.apps\.googleusercontent\.com
SendGrid | SG. | %W{16,32}\.%W{16,64}
Twilio | SK | %H{32}\b
Twilio | * | \bAC%H{32}:%H{32}\b
Mailgun | key- pubkey- | [0-9a-f]{32}\b
Mailchimp | * | \b[0-9a-f]{32}-us[0-9]{1,2}\b
Brevo | xkeysib- xsmtpsib- | [0-9a-f]{64}-%A{16}
npm, Prefect | npm_ pnu_ | %A{30,60}
PyPI | pypi- | %W{50,300}
RubyGems | rubygems_ | %H{40,60}
crates.io | cio | %A{32}\b
Clojars | CLOJARS_ | [0-9a-z]{60}
DigitalOcean | doo_v1_ dop_v1_ dor_v1_ | %H{48,80}
Shopify | shpat_ shpca_ shppa_ shpss_ | [0-9a-fA-F]{30,40}
Telegram | * | (?<![0-9A-Za-z])(?:bot)?[0-9]{8,10}:%W{35}(?![\w-])
Discord | * | \b[MNO]%W{23,27}\.%W{6}\.%W{27,40}
Hugging Face | hf_ api_org_ | %A{30,40}
Databricks | dapi | %H{32}(?:-[0-9])?\b
Dynatrace | dt0c01. dt0s01. | [A-Z0-9]{24}\.[A-Z0-9]{64}
Atlassian | ATATT3 ATCTT3 | [A-Za-z0-9_=-]{40,300}
Atlassian | ATBB | %A{24,40}
Square | sq0atp- sq0csp- sq0idp- | %W{22,60}
Square, Facebook | EAA | [A-Za-z][A-Za-z0-9_-]{50,300}
HashiCorp | hvs. hvb. hvr. | %W{24,300}
HashiCorp | s. | %A{24}\b
HashiCorp | * | \b%A{14}\.atlasv1\.%W{50,80}
Grafana | eyJrIjoi | [A-Za-z0-9]{40,400}={0,3}
Grafana | glsa_ glc_ | [A-Za-z0-9+/=]{30,160}(?:_[0-9a-f]{8})?
New Relic | * | \b%H{36}NRAL\b
New Relic | NRAK- NRRA- NRJS- NRII- NRIQ- | %A{18,50}
Sentry | sntrys_ sntryu_ | [A-Za-z0-9_=+/-]{40,300}
Datadog, Honeycomb, Axiom | ddp_ hcaik_ xaat- | %W{30,64}
Linear | lin_api_ lin_oauth_ | %A{32,64}
Notion | secret_ ntn_ | %A{40,60}
Figma | figd_ figo_ figu_ | %W{30,60}
Airtable | * | \bpat%A{14}\.%H{64}
HubSpot | pat-na1- pat-eu1- | [0-9a-f-]{36}
Docker | dckr_pat_ dckr_oat_ | %W{24,50}
Doppler | dp.pt. dp.ct. dp.sa. dp.scim. dp.audit. | %A{36,60}
Doppler | dp.st. | (?:[a-z0-9_-]{2,35}\.)?%A{36,60}
Postman | PMAK- | %H{24}-%H{30,40}
Replicate | r8_ | %A{30,50}
Groq, xAI, Perplexity | gsk_ xai- pplx- | %A{40,90}
Fireworks, Together, Cohere | fw_ tgp_v1_ co_ | %W{22,60}(?<=%A)
Resend | re_ | %A{6,10}_%A{20,30}
MailerSend, Loops | mlsn. | %H{64}
Infisical | st. | %H{20,40}\.%H{32}\.%H{32}
NVIDIA, LangSmith, Jina, Tavily, Pinecone | nvapi- lsv2_pt_ lsv2_sk_ jina_ tvly- pcsk_ | %W{28,100}
Firecrawl | fc- | %H{32}\b
ElevenLabs | sk_ | %H{48}\b
PostHog | phc_ phx_ | %A{40,50}
Supabase | sbp_ sbs_ sb_secret_ sb_publishable_ | %W{20,60}
PlanetScale, Neon | pscale_tkn_ pscale_pw_ pscale_oauth_ napi_ | [\w.=-]{30,70}
Netlify, Vercel | nfp_ nfc_ vcp_ vck_ vci_ vca_ vcr_ | %A{24,60}
Fly | fo1_ fm1_ fm1a_ fm1r_ fm2_ | [A-Za-z0-9+/_-]{30,400}={0,3}
Azure | AccountKey= SharedAccessKey= | [A-Za-z0-9+/]{40,100}={0,2}
Azure | * | [?&]sig=[A-Za-z0-9%+/]{30,100}
Azure | * | \b%A{3}[0-9]Q~[A-Za-z0-9._~-]{30,40}
Azure DevOps | * | \b%A{76}AZDO%A{4}\b
Azure search | * | \b%A{42}AzSe%A{6}\b
Azure | * | \b%A{33}(?:%A{19})?JQQJ99%A{26,32}(?:\b|[+/]%A{4,10}={0,2})
Azure storage | * | \b[A-Za-z0-9+/]{76}\+AStA[A-Za-z0-9+/]{4,8}={0,2}
Asana | * | \b[0-2]/(?:[0-9]{16}/)?[0-9]{16}:%H{32}\b
ClickUp | pk_ | [0-9]{6,10}_[A-Z0-9]{32}
Tailscale | tskey-auth- tskey-api- tskey-client- tskey-scim- tskey-webhook- | %A{8,24}-%A{16,60}
Alibaba | LTAI | %A{12,30}\b
Tencent | AKID | %A{32}\b
Yandex | AQVN y0_ | %W{35,60}
Yandex | t1. | (?:%W{6,100}={0,2}\.)?%W{60,200}={0,2}
CircleCI | CCIPAT_ CCIPRJ_ | %A{20,30}_%H{30,50}
Buildkite, Sonar | bkua_ bkat_ bkct_ sqp_ squ_ sqa_ | %H{30,50}
Dropbox | sl. | %W{60,200}
Contentful | CFPAT- | %W{40,50}
Mapbox | pk.eyJ sk.eyJ | %W{20,200}\.%W{16,40}
Typeform | tfp_ | %W{40,80}
Razorpay | rzp_live_ rzp_test_ | %A{14,30}
PayPal | access_token$production$ access_token$sandbox$ | [0-9a-z]{16}\$%H{32}
Flutterwave | FLWSECK- FLWPUBK- FLWSECK_TEST- FLWPUBK_TEST- | %A{12,40}
EasyPost | EZAK EZTK | %A{50,60}
Shippo, Duffel, Lob | shippo_live_ shippo_test_ duffel_live_ duffel_test_ live_pub_ test_pub_ | [\w=-]{30,60}
Plaid | access-production- access-sandbox- access-development- | [0-9a-f-]{36}
Adyen | AQE | (?:[a-z0-9]{4,8}_)?[A-Za-z0-9+/=-]{60,200}
age | AGE-SECRET-KEY-1 | [0-9A-Z]{50,60}
Pulumi | pul- | %H{40}
NuGet | oy2 | [a-z0-9]{43}\b
Sourcegraph | sgp_ | (?:%H{16}_)?%H{40}
LaunchDarkly | api- sdk- mob- | [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}
Heroku | HRKU- | (?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|AA%W{40,80})
WakaTime | waka_ | [0-9a-f-]{36}
Cloudflare | v1.0- | %H{24}-%H{140,150}
Cloudflare | cfut_ cfat_ cfk_ | %W{30,60}
Okta | * | \bSSWS %W{40,44}
1Password | A3- | [A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}
1Password | ops_eyJ | [A-Za-z0-9+/=_-]{100,1000}
Artifactory | AKCp cmVmd | %A{50,90}
Octopus, ReadMe, Infracost | API- rdme_ ico- | [A-Za-z0-9]{26,80}\b
Adobe, Frame.io, Defined | p8e- fio-u- dnkey- | [\w=-]{32,100}
OpenShift | sha256~ | %W{43}
LinkedIn | AQV AQW AQX | %W{60,400}
LinkedIn | WPL_AP1. | %A{12,30}\.%A{6,20}
Intercom | dG9rOj | [A-Za-z0-9+/=_-]{36,80}
Sidekiq, Contribsys | * | \b%H{8}:%H{8}@(?:gems|enterprise)\.contribsys\.com
Cloudinary | cloudinary:// | [0-9]{10,20}:%W{20,40}@
Password hash | $2a$ $2b$ $2y$ | [0-9]{2}\$[./A-Za-z0-9]{50,53}
Password hash | $argon2id$ $argon2i$ $argon2d$ $scrypt$ $pbkdf2-sha256$ $5$ $6$ | [A-Za-z0-9./+$,=-]{30,300}
Harness | pat. sat. | %W{22}\.%A{24}\.%A{20}
42 | s-s4t2ud- s-s4t2af- | %H{64}
MaxMind | * | \b%A{6}_%A{29}_mmk\b
Authress | sc_ ext_ scauth_ authress_ | [a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}
Mollie, GoCardless, Lob | live_ | %W{30,60}(?<=%A)
Stytch | secret-live- secret-test- | %W{30,60}=?
Trello | ATTA | %H{64}
Langfuse | sk-lf- | [0-9a-f]{8}-[0-9a-f-]{27}
Cerebras, LlamaCloud, Voyage | csk- llx- pa- | %W{40,60}
Scalingo | tk-us- | %W{48}
Flagsmith | ser. | %A{20,24}\b
Unleash | * | [\w*-]{1,20}:[\w-]{2,30}\.%H{50,64}\b
Adafruit | aio_ | %A{28}
GitLab | glrtr- glwt- glsat- | %W{20,80}
GitHub app | ghs_ | %W{36,520}
Bitbucket server | BBDC- | [A-Za-z0-9+/@_-]{40,50}
Databricks | dose dkea ddbt | %H{32}(?:-[0-9])?\b
DigitalOcean Spaces | DO00 DO801 | [A-Z0-9]{16}\b
ClickHouse | 4b1d | %A{38}\b
Confluent | cflt | [A-Za-z0-9+/]{56,64}
RapidAPI | * | \b%A{10}msh%A{13,19}p1%A{5,7}jsn%A{12}\b
Settlemint | sm_aat_ sm_pat_ sm_sat_ | %A{16,40}
Sourcegraph | slk_ | %H{64}
RunPod, Modal, Anyscale | rpa_ ak- as- esecret_ | %A{22,60}\b
Weights & Biases | wandb_v1_ local- | %W{36,90}
LangSmith, Helicone | ls__ sk-helicone- pk-helicone- | %W{20,80}
Humanloop, Nomic, Mem0, Zep, Portkey | hl_sk_ nk- m0- z_ pk- | %W{40,90}(?<=%A)
OneSignal | os_v2_app_ os_v2_org_ | %A{40,120}
Postmark, Courier, Knock | pk_prod_ dk_prod_ sk_prod_ pk_test_ | %A{26,60}
PostHog | phs_ pha_ phr_ | %A{36,60}
Honeybadger | hbp_ hbu_ | %A{28,48}
Checkly | cu_ ck_ | %H{32}\b
WooCommerce | ck_ cs_ | %H{40}\b
Axiom | xapt- xait- | [0-9a-f-]{36}
Honeycomb | hcamk_ hcxik_ hcxmk_ hcxlk_ hcalk_ hcbik_ | %A{30,64}
Coralogix | cxtp_ cxup_ cxta_ | %A{28,40}
Dash0, Tinybird | auth_ p.eyJ | %W{32,300}(?:\.%W{20,120})?
Snyk, Socket | snyk_uat. snyk_sat. sktsec_ | [\w.-]{32,140}
Depot, Chromatic, Packagist | depot_project_ depot_org_ chpt_ packagist_ | %A{15,80}
Deno, JSR | ddw_ ddo_ jsrd_ jsrp_ jsrt_ | %A{30,50}
Render, UpCloud, NetBird, Portainer | rnd_ ucat_ nbp_ ptr_ | [A-Za-z0-9+/]{24,60}={0,2}
Scaleway | SCW | [A-Z0-9]{17}\b
Exoscale | EXO | %H{24,32}\b
Backblaze | K00 | [0-9][A-Za-z0-9+/]{26,27}\b
Akamai | akab- | [a-z0-9]{16}-[a-z0-9]{16}
ngrok | * | \b[12]%A{26}_%A{20,22}\b
ngrok | cr_ ak_ | %A{27}\b
Teleport, Boundary | at_ | %A{10}_%W{40,260}
Bitwarden | 0. | [0-9a-f]{8}-[0-9a-f-]{27}\.%A{30}:[A-Za-z0-9+/]{22}==
Shortcut, Kaggle and others | sc_live_ apify_api_ vtwn_ pina_ wlu_ wlp_ KGAT_ | %A{24,100}
Daytona, E2B and others | dtn_ e2b_ arc_ hxtp_ hxtw_ rootly_ inc_ | %A{24,100}
Ghost | * | \b%H{24}:%H{64}\b
Sanity | sk | %A{80,200}\b
Paddle | pdl_live_apikey_ pdl_sdbx_apikey_ | %A{26}_%A{22}_%A{3}
Klaviyo | pk_ | %H{34}\b
Alchemy, QuickNode | alcht_ QN_ | %A{30,40}
Telnyx | KEY0 | %A{40,60}(?:_%A{20,24})?
Ably | * | \b%W{6}\.%W{6}:%W{16,64}
PubNub | sec-c- pub-c- sub-c- | [A-Za-z0-9+/-]{36,60}={0,2}
LiveKit, ImageKit, Bannerbear | private_ bb_pr_ bb_ma_ bb_live_ | [A-Za-z0-9+/]{24,44}=?
Matrix | syt_ syr_ mct_ | %W{6,60}_%A{16,24}_%A{6}
Google | 1// 4/0A | %W{40,200}
Firebase | * | \bAAAA%W{7}:(?:APA91b)?%W{100,180}
Gemini | AQ. | %W{40,80}
AWS session | FwoGZXIvYXdzE IQoJb3JpZ2luX2Vj | [A-Za-z0-9+/=]{60,2000}
AWS Bedrock | bedrock-api-key- | [A-Za-z0-9+/=]{60,2000}
Instagram, Threads | IGQV IGAA THAA | %W{60,300}
Twitter | AAAAAAAAAAAAAAAAAAAAA | [A-Za-z0-9%]{60,160}
Twitch | oauth: | [a-z0-9]{30}\b
Spotify | BQ AQ | (?=%W{0,40}[0-9])%W{120,400}
Zoho | 1000. | %H{32}\.%H{32}
Salesforce | * | \b00D%A{12,15}![\w.]{60,120}
Transifex | 1/ | %H{40}\b
The Things Network | NNSXS. | [A-Z0-9]{39}\.[A-Z0-9]{52}
dbt | dbtc_ dbtu_ dbts_ | %W{30,60}
CockroachDB, Fauna, Xata, EdgeDB | CCDB1_ fnA xau_ nbwt1_ edbt_ | [\w-]{36,300}
MongoDB Atlas | mdb_sa_sk_ | %W{40}
Hasura, Retool, Metabase | hasura_ retool_ mb_ | [A-Za-z0-9+/]{24,100}={0,2}
InfluxDB | * | (?<![A-Za-z0-9+/=])%W{86}==
Baidu | bce-v3/ALTAK- | %A{20,30}/%H{40}
Volcengine, Naver | AKLT ncp_iam_ | %W{24,60}={0,2}
Phabricator | api- cli- | [a-z0-9]{28}\b
PagerDuty | pdus+_ pdeu+_ | [\w+-]{20,60}
Healthchecks | hcw_ hcr_ | %A{28}
FireHydrant | fhb- | %H{32}\b
UptimeRobot | * | \b[um][0-9]{6,9}-%H{24,32}\b
Brave | BSA | %W{28}\b
Browserbase, Composio, Hyperbrowser, Steel | bb_live_ hb_ ste- | %W{30,80}
Inngest, Trigger | signkey-prod- signkey-test- tr_prod_ tr_dev_ tr_stg_ tr_pat_ | %A{20,80}
n8n | n8n_api_ | %W{30,100}
Cartesia, Retell, Runway | sk_car_ key_ luma- | (?=%W{0,60}[0-9])%W{22,140}(?<=%A)
fal | * | \b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}:%H{32}\b
JetBrains | perm: perm- | [A-Za-z0-9+/=]{4,40}\.[A-Za-z0-9+/=]{4,40}\.%A{30,40}
Rancher | token- | [a-z0-9]{5}:[a-z0-9]{54}
Proxmox | PVEAPIToken= | [\w.@-]{3,40}![\w-]{1,40}[=:][0-9a-f]{8}-[0-9a-f-]{27}
Netbox | nbt_ | %A{12}\.%A{40}
Ory | ory_at_ ory_pat_ ory_ac_ ory_rt_ ory_st_ ory_lo_ | [\w.-]{24,120}
Nostr | nsec1 | [a-z0-9]{58}\b
Wallet | xprv yprv zprv tprv | [1-9A-HJ-NP-Za-km-z]{100,112}
age plugin | AGE-PLUGIN- | [A-Z0-9]{2,20}-1[0-9A-Z]{20,100}
minisign, signify | RWRTY0Iy RWQAAEIy RWRCSwAAAAC | [A-Za-z0-9+/=]{60,300}
Kubernetes | client-key-data: | \s?[A-Za-z0-9+/=]{60,8000}
PASETO | v1.local. v2.local. v3.local. v4.local. v1.public. v2.public. v3.public. v4.public. | %W{30,1000}
Macaroon | MDAxY MDAwY AgEE AgEU | %W{60,600}
Fly | FlyV1 | %W{60,600}
Password hash | {SSHA} {SSHA256} {SSHA512} {SHA512} {CRYPT} | [A-Za-z0-9+/=$.]{24,140}
Password hash | bcrypt_sha256$ SCRAM-SHA-256$ | [0-9:]{1,20}\$[A-Za-z0-9./+=$:-]{30,300}
Password hash | pbkdf2_sha256$ pbkdf2_sha1$ scrypt: pbkdf2:sha256: | [0-9:]{1,20}\$[A-Za-z0-9./+=$:-]{30,300}
Password hash | $y$ $7$ $gy$ $P$ $H$ $sha1$ $pbkdf2$ $pbkdf2-sha512$ | [./A-Za-z0-9$=,+-]{24,240}
Webflow, Vonage, Bunny | wfp_ ws- bny_ | %H{40,80}
Cursor, Windsurf and others | key_ crsr_ sk-ws- sk-kimi- sk-cp- sk-live- sk-prod- | %W{40,140}(?<=%A)
GitBook, Miro, Coda | gb_api_ gbt_ coda_ | %A{30,80}
Sendcloud, Novu, Plunk | nv- sk_novu_ plunk_ | %A{30,60}
Storyblok, Hygraph, Prismic | sb_oauth_ pt_ MC5 | [A-Za-z0-9._-]{36,120}
Facebook app | * | \b[0-9]{13,17}\|%W{26,40}(?!%W)
Zulip, Rocket, GrooveHQ | zulip- rcx_ | %A{30,60}
Fastly, Pantheon | fsly_ | %W{30,60}
MinIO, SeaweedFS | minio_ | %A{24,60}
Segment, RudderStack | sgp_ rudder_ | %A{40,90}
Buildkite | bkpt_ bkaj_ bktr_ | %A{30,60}
Docker Swarm | SWMTKN-1- | [0-9a-z]{49,51}-[0-9a-z]{25}
Slack | xoxr- xoxs- xoxe-1- xapp-1- | [0-9A-Za-z-]{20,260}
Cloudflare origin | v1.0- | [0-9a-f-]{60,240}
Unknown vendor | * | \b%A{2,12}_(?:[a-z0-9]{1,8}_)?(?:live|prod|[psao]at|secret|sk|tkn|token|(?:api)?key)_%A{16,200}
Unknown vendor | * | \b[A-Za-z]%A{1,11}_(?=[a-z0-9]{0,12}[g-z])(?=(?:[a-z]{0,40}[0-9]){5})[a-z0-9]{40,200}\b
Unknown vendor | * | \b[A-Za-z]%A{1,11}[_-](?:[a-z0-9]{1,8}[_-])?(?=%A{0,60}[0-9])(?=%A{0,60}[a-z][A-Z])%A{30,200}\b
"""


@dataclass(frozen=True, slots=True)
class TokenFormat:
    """How the tokens of one vendor look."""

    vendor: str
    beginnings: tuple[str, ...]
    """The fixed characters that they begin with; empty when the format is recognised by something else."""

    rest: str
    """What follows, or all of it: a regular expression."""

    fixed: str
    """Where it has no beginning, the longest part of the expression that stands for itself."""


_VARIABLE = re.compile(
    r"(?:\\b|\((?:[^()]|\([^()]{0,200}\)){0,200}\)|\[[^]]{1,80}]|\\?.(?=[?{]))(?:\?|\{[0-9,]{1,9}\})?"
)
"""Groups, classes and what is repeated, in the expressions above."""


def _formats() -> tuple[TokenFormat, ...]:
    rows = (line.split(" | ", 2) for line in _TABLE.strip().split("\n"))
    return tuple(
        TokenFormat(vendor, _beginnings(first), _expanded(rest), _fixed(rest) if first == "*" else "")
        for vendor, first, rest in rows
    )


def _beginnings(text: str) -> tuple[str, ...]:
    return () if text == "*" else tuple(text.split())


def _fixed(rest: str) -> str:
    return max(_VARIABLE.sub("\n", _expanded(rest)).replace("\\", "").split("\n"), key=len)


def _expanded(rest: str) -> str:
    for short, meaning in (("%A", "[A-Za-z0-9]"), ("%W", "[A-Za-z0-9_-]"), ("%H", "[0-9a-f]")):
        rest = rest.replace(short, meaning)
    return rest


FORMATS = _formats()

BEGINNINGS: tuple[str, ...] = tuple(dict.fromkeys(first for each in FORMATS for first in each.beginnings))
"""How tokens begin, for those that were torn apart."""
