"""Vendors: the formats of their tokens, by the part that each vendor made recognisable. Data only."""

from __future__ import annotations

_A = "[A-Za-z0-9]"
_W = "[A-Za-z0-9_-]"

VENDORS: tuple[tuple[str, str], ...] = (
    ("AWS", r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b"),
    ("GitHub", rf"\b(?:gh[pousr]_{_A}{{30,255}}|github_pat_[A-Za-z0-9_]{{30,255}})"),
    ("GitLab", rf"\b(?:glpat|gldt|glrt|glcbt|glptt|glft|glsoat|glimt|glagent)-{_W}{{20,80}}"),
    (
        "Slack",
        r"\bxox[abeoprs]-(?:[0-9a-zA-Z]{1,4}-)?[0-9A-Za-z-]{10,200}|\bxapp-[0-9]-[A-Z0-9]{8,20}-[0-9]{8,20}-[a-z0-9]{20,100}",
    ),
    (
        "Slack or Discord webhook",
        (
            r"hooks\.slack\.com/services/T[A-Z0-9]{6,14}/B[A-Z0-9]{6,14}/[A-Za-z0-9]{16,40}|discord(?:app)?\.com/ap"
            r"i/webhooks/[0-9]{15,22}/[A-Za-z0-9_-]{40,100}"
        ),
    ),
    ("Stripe", rf"\b(?:sk|rk|pk)_(?:live|test)_{_A}{{16,120}}|\bwhsec_{_A}{{24,100}}"),
    ("Anthropic", rf"\bsk-ant-{_W}{{20,200}}"),
    ("OpenAI", rf"\bsk-(?:proj-|svcacct-|admin-|or-v1-)?{_W}{{20,200}}"),
    (
        "Google",
        rf"\bAIza{_W}{{35}}|\bGOCSPX-{_W}{{20,40}}|\bya29\.{_W}{{20,300}}|\b[0-9]{{8,20}}-{_A}{{32}}\.apps\.googleusercontent\.com",
    ),
    ("SendGrid", rf"\bSG\.{_W}{{16,32}}\.{_W}{{16,64}}"),
    ("Twilio", r"\b(?:SK|AC)[0-9a-f]{32}\b"),
    ("Mailgun, Mailchimp", r"\bkey-[0-9a-f]{32}\b|\b[0-9a-f]{32}-us[0-9]{1,2}\b"),
    ("npm, PyPI, RubyGems", rf"\bnpm_{_A}{{30,60}}|\bpypi-{_W}{{50,300}}|\brubygems_[0-9a-f]{{40,60}}"),
    ("DigitalOcean", r"\bdo[opr]_v1_[0-9a-f]{48,80}"),
    ("Shopify", r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{30,40}"),
    ("Telegram", rf"\b[0-9]{{8,10}}:AA{_W}{{32,36}}"),
    ("Discord", rf"\b[MNO]{_W}{{23,27}}\.{_W}{{6}}\.{_W}{{27,40}}"),
    ("Hugging Face", rf"\b(?:hf|api_org)_{_A}{{30,40}}"),
    ("Databricks", r"\bdapi[0-9a-f]{32}(?:-[0-9])?\b"),
    ("Atlassian", rf"\bATATT3[A-Za-z0-9_=-]{{40,300}}|\bATCTT3[A-Za-z0-9_=-]{{40,300}}|\bATBB{_A}{{24,40}}"),
    ("Square", rf"\bsq0(?:atp|csp|idp)-{_W}{{22,60}}|\bEAAA[lE]{_W}{{50,70}}"),
    ("Facebook", rf"\bEAA[A-Z]{_A}{{60,300}}"),
    ("HashiCorp", rf"\bhv[sbr]\.{_W}{{24,200}}|\b{_A}{{14}}\.atlasv1\.{_W}{{50,80}}"),
    (
        "Grafana, New Relic, Sentry, Datadog",
        (
            rf"\bgl(?:sa|c)_{_A}{{30,160}}(?:_[0-9a-f]{{8}})?|\bNR(?:AK|RA|JS|II)-[A-Za-z0-9]{{20,50}}|\bsntr(?:ys|"
            rf"yu)_{_W}{{40,300}}|\bddp_{_A}{{30,50}}"
        ),
    ),
    (
        "Linear, Notion, Figma, Airtable, Asana",
        rf"\blin_(?:api|oauth)_{_A}{{32,64}}|\b(?:secret|ntn)_{_A}{{40,60}}|\bfig[dou]_{_W}{{30,60}}|\bpat{_A}{{14}}\.[0-9a-f]{{64}}",
    ),
    (
        "Docker, Doppler, Postman, Replicate",
        (
            rf"\bdckr_(?:pat|oat)_{_W}{{24,50}}|\bdp\.(?:pt|st|ct|sa|scim|audit)\.{_A}{{36,60}}|\bPMAK-[0-9"
            rf"a-f]{{24}}-[0-9a-f]{{30,40}}|"
            rf"\br8_{_A}{{30,50}}"
        ),
    ),
    (
        "Groq, xAI, Perplexity, Cohere, Mistral",
        (
            rf"\bgsk_{_A}{{40,60}}|\bxai-{_A}{{60,90}}|\bpplx-{_A}{{40,60}}|\bco_{_A}{{36,44}}|\bfw_{_A}{{22,30}}|"
            rf"\btgp_v1_{_W}{{30,60}}"
        ),
    ),
    (
        "Supabase, PlanetScale, Netlify, Vercel, Fly",
        (
            rf"\bsb[ps]_{_A}{{30,60}}|\bsb_(?:secret|publishable)_{_W}{{20,60}}|\bpscale_(?:tkn|pw|oauth)_{_W}{{30,60}}|"
            rf"\bnf[pc]_{_A}{{30,60}}|\bvc[pkiar]_{_A}{{24,60}}|\bFlyV1 fm[12]_{_W}{{30,300}}|\bfo1_{_W}{{30,60}}"
        ),
    ),
    (
        "Azure",
        r"AccountKey=[A-Za-z0-9+/]{60,100}={0,2}|\bSharedAccessSignature=?sv=[^\s]{20,300}|\b[A-Za-z0-9]{3}8Q~[A-Za-z0-9._~-]{30,40}",
    ),
    ("Alibaba, Tencent, Yandex", rf"\bLTAI{_A}{{12,30}}\b|\bAKID{_A}{{32}}\b|\bAQVN{_W}{{35,40}}|\bt1\.{_W}{{60,200}}"),
    (
        "CircleCI, Buildkite, Travis, Sonar",
        rf"\bCCI(?:PAT|PRJ)_{_A}{{20,30}}_[0-9a-f]{{30,50}}|\bbk(?:ua|at|ct)_[0-9a-f]{{30,50}}|\bsq[upa]_[0-9a-f]{{40}}",
    ),
    (
        "Dropbox, Contentful, Mapbox, Typeform",
        rf"\bsl\.{_W}{{60,200}}|\bCFPAT-{_W}{{40,50}}|\b[sp]k\.eyJ{_W}{{20,200}}\.{_W}{{16,40}}|\btfp_{_W}{{40,80}}",
    ),
    (
        "Razorpay, PayPal, Flutterwave, EasyPost, Adyen",
        (
            rf"\brzp_(?:live|test)_{_A}{{14,30}}|access_token\$(?:production|sandbox)\$[0-9a-z]{{16}}\$[0-9a-f]{{32}}|"
            rf"\bFLWSECK(?:_TEST)?-{_A}{{12,40}}|\bEZ[AT]K{_A}{{50,60}}|\bAQE[a-z0-9]{{4,8}}_[A-Za-z0-9+/=-]{{40,200}}"
        ),
    ),
    (
        "age, Pulumi, NuGet, Sourcegraph, LaunchDarkly",
        (
            rf"\bAGE-SECRET-KEY-1[0-9A-Z]{{50,60}}|\bpul-[0-9a-f]{{40}}|\boy2{_A}{{43}}\b|\bsgp_(?:[0-9a-f]{{16}}_)?[0-9a-f]{{40}}|"
            rf"\b(?:api|sdk|mob)-[0-9a-f]{{8}}-[0-9a-f]{{4}}-[0-9a-f]{{4}}-[0-9a-f]{{4}}-[0-9a-f]{{12}}"
        ),
    ),
    ("Heroku", rf"\bHRKU-(?:[0-9a-f]{{8}}-[0-9a-f]{{4}}-[0-9a-f]{{4}}-[0-9a-f]{{4}}-[0-9a-f]{{12}}|AA{_W}{{40,80}})"),
    (
        "Cloudflare, Okta, Auth0, Algolia",
        rf"\bv1\.0-[0-9a-f]{{24}}-[0-9a-f]{{140,150}}|\bSSWS {_W}{{40,44}}|\bcfut_{_W}{{30,60}}",
    ),
)

PREFIXES: tuple[str, ...] = (
    *("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "gldt-", "glrt-", "glptt-"),
    *("xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-"),
    *("sk_live_", "sk_test_", "rk_live_", "rk_test_", "pk_live_", "pk_test_", "whsec_", "sk-"),
    *("AKIA", "ASIA", "ABIA", "ACCA", "AIza", "GOCSPX-", "ya29.", "SG.", "key-", "npm_", "pypi-", "rubygems_"),
    *("doo_v1_", "dop_v1_", "dor_v1_", "shpat_", "shpca_", "shppa_", "shpss_", "hf_", "api_org_", "dapi"),
    *("ATATT3", "ATCTT3", "ATBB", "sq0atp-", "sq0csp-", "EAA", "hvs.", "hvb.", "hvr.", "glsa_", "glc_", "NRAK-"),
    *("sntrys_", "sntryu_", "ddp_", "lin_api_", "lin_oauth_", "secret_", "ntn_", "figd_", "dckr_pat_", "dp.pt."),
    *("PMAK-", "r8_", "gsk_", "xai-", "pplx-", "sbp_", "sb_secret_", "pscale_tkn_", "nfp_", "LTAI", "AKID"),
    *("CCIPAT_", "bkua_", "sqp_", "squ_", "CFPAT-", "rzp_live_", "FLWSECK-", "AGE-SECRET-KEY-1", "pul-", "oy2"),
    *("HRKU-", "eyJ"),
)
"""How tokens begin, for those that were torn apart."""
