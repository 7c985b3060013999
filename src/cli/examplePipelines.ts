/** Where examples are written, below the folder: what runs by itself is copied by who wants it. */
export const pipelinesFolder = 'pipelines';

/**
 * Pipelines and a hook to copy, by their paths: the plan of a pull request as its comment, apply on the main branch one at a
 * time, a look for drift every night.
 * @param prefix the path of the folder from the top of its repository, empty or with a slash at its end
 */
export const examplePipelines = (prefix: string): ReadonlyMap<string, string> =>
  new Map([
    [`${pipelinesFolder}/github.yml`, github(prefix)],
    [`${pipelinesFolder}/gitlab.yml`, gitlab(prefix)],
    [`${pipelinesFolder}/pre-commit`, preCommit(prefix)],
  ]);

/** A path below the folder, where YAML and a shell read it alike: what one of them would fill in is left out. */
const quotedPath = (prefix: string, path = ''): string =>
  JSON.stringify(`${prefix}${path}`.replaceAll(/[$`\\"\p{C}]/gu, '').replace(/\/$/, '') || '.');

const github = (prefix: string) => `# Copy to .github/workflows/netsensor.yml at the top of the repository.
# Variables of the repository: NETSENSOR_URL, the address of the manager, and NETSENSOR_PACKAGE, the path or the address of the
# package of netsensor. Secret: NETSENSOR_API_KEY. Passwords that files name as env:NAME are secrets of that name.
name: Inventory

on:
  pull_request:
  push:
    branches: [main]
  schedule:
    - cron: '17 3 * * *'

permissions:
  contents: read

env:
  NETSENSOR_URL: \${{ vars.NETSENSOR_URL }}
  NETSENSOR_PACKAGE: \${{ vars.NETSENSOR_PACKAGE }}

defaults:
  run:
    working-directory: ${quotedPath(prefix)}

jobs:
  plan:
    # Pull requests from elsewhere get no secrets.
    if: github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pull-requests: write
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm install --global "$NETSENSOR_PACKAGE"
      - run: netsensor validate
      - run: netsensor plan --format markdown > "$RUNNER_TEMP/plan.md"
        env:
          NETSENSOR_API_KEY: \${{ secrets.NETSENSOR_API_KEY }}
      - run: gh pr comment "$NUMBER" --body-file "$RUNNER_TEMP/plan.md" --edit-last --create-if-none
        env:
          GH_TOKEN: \${{ github.token }}
          NUMBER: \${{ github.event.pull_request.number }}

  apply:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    # One at a time; what was agreed is pushed to refs/netsensor.
    concurrency:
      group: netsensor-apply
      cancel-in-progress: false
    permissions:
      contents: write
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm install --global "$NETSENSOR_PACKAGE"
      - run: netsensor apply --push
        env:
          NETSENSOR_API_KEY: \${{ secrets.NETSENSOR_API_KEY }}
          NETSENSOR_WRITE: '1'
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: backups
          path: ${quotedPath(prefix, '.netsensor/backups')}
          include-hidden-files: true
          if-no-files-found: ignore

  drift:
    if: github.event_name == 'schedule'
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm install --global "$NETSENSOR_PACKAGE"
      # Exit code 2 is drift: the run fails, and GitHub tells who follows it.
      - run: netsensor drift
        env:
          NETSENSOR_API_KEY: \${{ secrets.NETSENSOR_API_KEY }}
`;

const gitlab = (
  prefix: string,
) => `# Copy to .gitlab-ci.yml at the top of the repository, or include it there.
# Variables of the project: NETSENSOR_URL, the address of the manager; NETSENSOR_PACKAGE, the path or the address of the package of
# netsensor; masked NETSENSOR_API_KEY; masked NETSENSOR_TOKEN, an access token of the project that may write comments (api) and
# the repository (write_repository). Passwords that files name as env:NAME are variables of that name.
# Make a schedule of pipelines for the nightly look for drift.
default:
  image: node:22
  before_script:
    - npm install --global "$NETSENSOR_PACKAGE"
    - cd ${quotedPath(prefix)}

variables:
  GIT_DEPTH: 0

plan:
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  script:
    - netsensor validate
    - netsensor plan --format markdown > /tmp/plan.md
    - >-
      curl --fail --silent --show-error --output /dev/null
      --header "PRIVATE-TOKEN: $NETSENSOR_TOKEN"
      --data-urlencode "body@/tmp/plan.md"
      "$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes"

apply:
  # One at a time; what was agreed is pushed to refs/netsensor.
  resource_group: netsensor-apply
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $CI_PIPELINE_SOURCE == "push"
  variables:
    NETSENSOR_WRITE: '1'
  script:
    - git remote set-url --push origin "https://netsensor:$NETSENSOR_TOKEN@$CI_SERVER_HOST/$CI_PROJECT_PATH.git"
    - netsensor apply --push
  artifacts:
    when: always
    paths:
      - ${quotedPath(prefix, '.netsensor/backups')}

drift:
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
  # Exit code 2 is drift: the job fails, and GitLab tells who made the schedule.
  script:
    - netsensor drift
`;

/** Every hook that was ever written has this line, and since the third one its number: raise it with what a hook does. */
const ownLine = '# Copy to .git/hooks/pre-commit: a commit waits until the files are right';
const hookNumber = 3;

/** Whether a hook was copied from an older version of the one that is written now, which lets more through. */
export const isOlderHook = (text: string): boolean =>
  text.includes(ownLine) && Number(/^# netsensor hook (\d+)/m.exec(text)?.[1] ?? 0) < hookNumber;

const preCommit = (prefix: string) => `#!/bin/sh
${ownLine}, as they would be committed. It asks no manager.
# netsensor hook ${hookNumber}
set -e
if ! command -v netsensor > /dev/null; then
  echo 'The hook pre-commit needs netsensor: have its package installed (npm install --global), or its folder in PATH.' >&2
  exit 1
fi
staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
git ls-files -z -- ${quotedPath(prefix, 'inventory')} | git checkout-index -z --stdin --prefix="$staged/"
# What is agreed says which records are new: it stands in the repository, or beside the files.
if [ -d ${quotedPath(prefix, '.netsensor/base')} ]; then
  mkdir -p "$staged/"${quotedPath(prefix, '.netsensor')}
  cp -R ${quotedPath(prefix, '.netsensor/base')} "$staged/"${quotedPath(prefix, '.netsensor')}
fi
GIT_DIR=$(git rev-parse --absolute-git-dir)
export GIT_DIR GIT_WORK_TREE="$staged"
cd "$staged"
netsensor -C ${quotedPath(prefix)} validate
`;
