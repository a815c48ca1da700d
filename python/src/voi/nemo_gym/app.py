"""Started by NeMo Gym: becomes ``voi serve`` on the host and port of Gym's configuration."""

from voi.nemo_gym import main

if __name__ == "__main__":
    raise SystemExit(main())
